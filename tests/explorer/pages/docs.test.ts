import { runInNewContext } from 'node:vm';
import { Parser } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness } from '../../api/harness.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
});
test.after(() => api.close());

test('PG-10 /docs is a page in the frame of the explorer, with the reader who is signed in', async () => {
  const page = await visit(api, '/docs');
  assert.is(page.status, 200);
  assert.match(page.text, /<nav aria-label="Main">.*<a href="\/docs" aria-current="page">/s);
  assert.match(page.text, '<h1>API</h1>');
  const cookie = await signIn(api, (await api.makeKey()).text);
  const mine = textOf(await visit(api, '/docs', { cookie }));
  assert.match(mine, 'Watchlist');
  assert.match(mine, 'Sign out');
});

test('PG-10 the description has the groups Registry and Monitoring first, Operator and Service behind', async () => {
  const { tags } = (await api.send('GET', '/openapi.json')).body as { readonly tags: readonly { name: string }[] };
  assert.equal(
    tags.map(({ name }) => name),
    ['Registry', 'Monitoring', 'Operator', 'Service'],
  );
  const start = (await api.send('GET', '/docs/start.js')).text;
  assert.match(start, "const behind = ['Operator', 'Service'];");
});

/** The text of a page as it is without scripts: what needs them is hidden. */
function withoutScripts(html: string): string {
  const open: boolean[] = [];
  const texts: string[] = [];
  const parser = new Parser({
    onopentag: (_name, attributes) => open.push(open.at(-1) === true || 'data-needs-script' in attributes),
    onclosetag: () => open.pop(),
    ontext: (text) => open.at(-1) === true || texts.push(text),
  });
  parser.end(html);
  return texts.join('');
}

test('PG-10 without scripts the page leads to the description, and asks for no key', async () => {
  const shown = withoutScripts((await visit(api, '/docs')).text);
  assert.match(shown, 'This page needs scripts. The description itself is at /openapi.json.');
  assert.not.match(shown, /API key|this field|Requests go/);
});

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>>
  >;
}

/** The description that the script of the page gives to the library. */
async function shownBy(script: string, description: unknown): Promise<Description> {
  const nothing = (): void => undefined;
  return await new Promise<Description>((resolve) => {
    runInNewContext(script, {
      matchMedia: () => ({ matches: false, addEventListener: nothing }),
      document: {
        documentElement: { dataset: {}, classList: { toggle: nothing } },
        getElementById: () => ({ addEventListener: nothing }),
      },
      location: { origin: 'https://attestry.example' },
      fetch: async () => ({ json: async () => structuredClone(description) }),
      MutationObserver: class {
        observe = nothing;
      },
      SwaggerUIBundle: ({ spec }: { readonly spec: Description }) => resolve(spec),
    });
  });
}

test('PG-10 the page fills in one of parameters that exclude each other', async () => {
  const { body } = await api.send('GET', '/openapi.json');
  const filledIn = ({ paths }: Description): readonly (readonly string[])[] =>
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map(({ parameters = [] }) =>
        parameters.flatMap((one) => (['caip19', 'address'].includes(one.name) && 'examples' in one ? [one.name] : [])),
      )
      .filter(({ length }) => length > 0);
  const given = filledIn(body as unknown as Description);
  assert.ok(given.some(({ length }) => length === 2));
  const shown = filledIn(await shownBy((await api.send('GET', '/docs/start.js')).text, body));
  assert.is(shown.length, given.length);
  assert.ok(
    shown.every(({ length }) => length === 1),
    JSON.stringify(shown),
  );
});

test('the page requests nothing from other hosts, and is not allowed to', async () => {
  const page = await visit(api, '/docs');
  assert.is(page.headers['content-type'], 'text/html; charset=utf-8');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, "default-src 'none'");
  assert.not.match(policy, /https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
  assert.match(
    String((await api.send('GET', '/livez')).headers['content-security-policy']),
    /^default-src 'none'; frame/,
  );
  const loaded = [...page.text.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
  assert.ok(loaded.length >= 6, loaded.join());
  const types = {
    css: 'text/css',
    js: 'text/javascript',
    svg: 'image/svg+xml',
    woff2: 'font/woff2',
  } as const;
  for (const url of loaded) {
    const file = await api.send('GET', url);
    assert.is(file.status, 200, url);
    assert.ok(file.text.length > 100, url);
    // With `nosniff`, a browser executes and applies a file only if its type is right.
    const type = types[(url.split('.').at(-1) ?? '') as keyof typeof types];
    assert.is(String(file.headers['content-type']).split(';')[0], type, url);
    assert.is(file.headers['x-content-type-options'], 'nosniff', url);
  }
  for (const name of ['swagger-ui-bundle.js.map', 'index.html', '..%2fpackage.json', 'package.json', 'page.css/x']) {
    assert.is((await api.send('GET', `/docs/${name}`)).status, 404, name);
  }
  const start = (await api.send('GET', '/docs/start.js')).text;
  assert.match(start, 'validatorUrl: null');
  assert.match(start, 'url: location.origin');
});

test.run();
