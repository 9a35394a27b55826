/** Every view that can be empty, over HTTP, in the state in which it is (U-29). */
import { readdirSync, readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { QueryParameters } from '../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../infra/errors.ts';
import { asset, assetId, change, day, now, verdict } from '../api/records.ts';
import type { TestKey } from '../api/harness.ts';
import { type EmptyView, emptyViews, type Ids, type Stage, stages } from './empty-views.ts';
import { capture } from './captures.ts';
import { everyKind, state } from './stated.ts';
import { endpointHost, openPages, type PagesHarness, post, signIn, tokenOf, visit } from './harness.ts';

const switched: { gone: boolean; api: PagesHarness | null } = { gone: false, api: null };
let api: PagesHarness;
let key: TestKey;
let cookie: string;
const ids = { item: '', endpoint: '', document: 'd'.repeat(64), change: '' };

test.before(async () => {
  const query = async <R>(sql: string, given: QueryParameters): Promise<readonly R[]> => {
    if (switched.gone || switched.api === null) throw new RetryableError('the tables are gone');
    return switched.api.fixture.reader.query<R>(sql, given);
  };
  api = await openPages({ tables: { query } });
  switched.api = api;
  key = await api.makeKey({ scopes: ['monitoring:read', 'watchlist:write', 'operator'] });
  cookie = await signIn(api, key.text);
});
test.after(() => api.close());

const reach: Readonly<Record<Stage, () => Promise<void>>> = {
  nothing: async () => undefined,
  token: () => api.declare(asset(1)),
  watched: async () => {
    ids.item = await api.watch(key, assetId(1), now - day);
  },
  regime: async () => {
    await api.judge(verdict(1, now, false, { kind: 'regime', verdict: 'applies' }));
    await api.declare(asset(2));
    await state(api, assetId(2), ...everyKind((text) => text));
  },
  endpoint: async () => {
    const list = '/account/webhooks';
    const token = tokenOf(await visit(api, list, { cookie }), list);
    const made = await post(api, list, { token, url: `http://${endpointHost}/in` }, { cookie });
    ids.endpoint = /\/account\/webhooks\/([0-9a-f-]{36})/.exec(made.text)?.[1] ?? '';
  },
  document: () => api.fixture.project('document.captures', [capture(ids.document, 1)]),
  change: async () => {
    const one = change('only', 1);
    ids.change = encodeURIComponent(one.id);
    await api.detect(one);
  },
  away: async () => {
    switched.gone = true;
  },
};

const rows = Object.entries(emptyViews).flatMap(([route, views]) =>
  'never' in views ? [] : views.map((view) => ({ route, ...view })),
);
const textIn = (given: string | ((ids: Ids) => string)): string => (typeof given === 'string' ? given : given(ids));

for (const stage of stages) {
  test(`the stage "${stage}" is reached`, () => reach[stage]());
  for (const view of rows.filter(({ at }) => at === stage)) {
    test(`U-29 ${view.route}, ${view.of}: states why it is empty, and its next step leads somewhere`, async () => {
      const page = await visit(api, textIn(view.path), { cookie });
      assert.is(page.status, 200);
      const shown = emptyIn(page.text).find(({ of }) => of === view.of);
      assert.ok(shown, `no view "${view.of}" is empty on ${textIn(view.path)}`);
      assert.match(shown.text, view.why);
      assert.ok(shown.hrefs.includes(textIn(view.next)), `it leads to ${shown.hrefs.join(', ')}`);
      for (const href of shown.hrefs) await leadsSomewhere(href, page.text);
    });
  }
}

/** A place on the page, or another page that is there; a page with what it names, if it names a place. */
async function leadsSomewhere(href: string, own: string): Promise<void> {
  const [path = '', place] = href.split('#');
  const target = path === '' ? own : (await visit(api, path, { cookie })).text;
  if (path !== '') assert.is((await visit(api, path, { cookie })).status, 200, href);
  if (place !== undefined) assert.match(target, `id="${place}"`);
}

interface ShownView {
  readonly of: string;
  readonly text: string;
  readonly hrefs: readonly string[];
}

/** The empty views of a page, each with its sentences and its links. */
function emptyIn(html: string): readonly ShownView[] {
  const found: { of: string; text: string; hrefs: string[]; depth: number }[] = [];
  const unclosed = new Set(['input', 'meta', 'link', 'br']);
  let depth = 0;
  const inside = () => found.filter((one) => one.depth >= 0 && depth > one.depth);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const { 'data-empty': of, href } = attributes;
        if (of !== undefined) found.push({ of, text: '', hrefs: [], depth });
        if (!unclosed.has(name)) depth += 1;
        if (href !== undefined) for (const one of inside()) one.hrefs.push(href);
      },
      ontext: (text) => {
        for (const one of inside()) one.text += text;
      },
      onclosetag: (name) => {
        if (!unclosed.has(name)) depth -= 1;
        for (const one of found) if (one.depth === depth) one.depth = -1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return found.map(({ of, text, hrefs }) => ({ of, text: text.replace(/\s+/g, ' ').trim(), hrefs }));
}

test('U-29 every path that the router has for readers is in the table, and no other', () => {
  assert.equal(Object.keys(emptyViews).sort(), [...api.opened].sort());
});

test('U-29 every empty view of the sources is in the table', () => {
  const folder = new URL('../../explorer/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const named = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/<Empty\s+of="([^"]+)"/g)].map(([, of]) => of ?? ''),
  );
  assert.ok(named.length > 20);
  assert.equal([...new Set(named)].sort(), [...new Set(rows.map(({ of }: EmptyView) => of))].sort());
});

test.run();
