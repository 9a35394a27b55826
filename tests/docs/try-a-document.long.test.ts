// rule: the commands of docs/try-a-document.md exist, with their options and files, also tests/docs/marked-commands.test.ts
/** Follows docs/try-a-document.md: runs its commands as they are, on ports of their own. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spellings, whitePaper } from '../pipeline/documents/permuted/labelled.ts';
import { layouts } from '../pipeline/documents/permuted/layouts.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { blocksOf } from './blocks.ts';
import { pageCommands, until } from './page-commands.ts';
import { textOf } from './tree.ts';

const commands = pageCommands('tools/try-document/main.ts');
test.after(commands.end);

test('the commands lead to the change in the feed, with quote and both texts', async () => {
  const [web = 0, http = 0, ops = 0, sql = 0, registry = 0] = await freePorts(5);
  const page = textOf('docs/try-a-document.md').replaceAll('8090', String(web)).replaceAll('8080', String(http));
  const blocks = blocksOf(page).map(({ body }) => body);
  const [serve = '', , up = '', declare = '', list, read, change, feed, shown = '', own] = blocks;
  assert.is(blocks.length, 10);
  const withPort = (script: string): string => script.replaceAll(/^(npx tsx .*)$/gm, `$1 ${web}`);

  const server = commands.start(withPort(serve));
  await until('the page', 60, async () => Promise.resolve(server.output().includes('serving try-document')));
  await commands.startService(up, {
    ATTESTRY_HTTP_PORT: `${http}`,
    ATTESTRY_OPS_PORT: `${ops}`,
    ATTESTRY_SQL_PORT: `${sql}`,
    ATTESTRY_REGISTRY_PORT: `${registry}`,
  });

  const declared = await commands.run(`${declare}\necho; echo "$KEY"`);
  const key = declared.trimEnd().split('\n').at(-1) ?? '';
  assert.match(declared, '"state":"gathering"');
  const exports = declare.split('\n').slice(0, 2).join('\n');
  const withKey = (script = ''): Promise<string> => commands.run(`${exports}\nKEY=${key}\n${withPort(script)}`);
  await until('the first fetch', 90, async () => /^ok /m.test(await withKey(list)));
  assert.match(await withKey(read), 'redemption_fee  {"bps":"10"}');
  assert.match(await withKey(change), 'ok: html, read whole');
  let items: readonly Readonly<Record<string, unknown>>[] = [];
  await until('the change', 90, async () => {
    ({ items } = JSON.parse(await withKey(feed)) as { readonly items: typeof items });
    return items.length > 0;
  });
  const expected = JSON.parse(shown) as Readonly<Record<string, unknown>>;
  const names = Object.keys(expected);
  assert.equal(
    items.map((item) => Object.fromEntries(names.map((name) => [name, item[name]]))),
    [expected],
  );
  const explained = await withKey(`npx attestry explain '${String(items[0]?.['id'])}'`);
  assert.match(explained, '0.25% on each request.  (found in the recorded reading)');

  const [, spelling] = spellings;
  assert.ok(spelling);
  const bytes = layouts['PDF, ruled']?.({ document: whitePaper(2, spelling), before: [], after: [] });
  await commands.run(`base64 -d > try-document/own.pdf <<'END'\n${bytes?.toString('base64') ?? ''}\nEND`);
  const values = await withKey(own);
  assert.match(values, 'governing_law  {"law":"DE"}');
  assert.match(values, 'issuer_identity  {"name":"Example Issuer GmbH","country":"DE"}');
});

test.run();
