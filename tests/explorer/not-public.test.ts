/** What key holders alone may see is on no page and in no file that anybody gets. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset, change } from '../api/records.ts';
import { pages } from './every-page.ts';
import { textOf, visit } from './harness.ts';
import { openWorld, type World } from './world.ts';

const markOf = (what: string): string => `NOT-PUBLIC-${what.replaceAll(' ', '-')}-END`;

/** Texts of the world that are not public, each with what it is. */
const texts = new Map([
  ['A note.', 'note of a tenant'],
  ['We hold it.', 'note of a request'],
  ['No issuer is known.', 'reason why a request was declined'],
  ['Ann', 'name of a key'],
  ['in', 'address of a webhook'],
  ['The newest report is of March.', 'verdict on an obligation'],
  ['CIRCLE', 'entry of a candidate'],
  ['PROGRAMME', 'programme of a candidate'],
  ['File 7.', 'reason of a decision on a declaration'],
  ['Compliance', 'name of who decided it'],
  ['It is no record.', 'message of a parked record'],
]);

const held = { confirmed: false, disposition: 'held', notableAt: null } as const;
/** Changes that are not public, and what each is. */
const changes = [
  ['draft', change('a draft', 1, held)],
  ['candidate', change('a candidate', 1, { ...held, category: 'sanctions', sourceKey: 'list:ofac-addresses' })],
  ['change of low signal', change('of low signal', 1, { lowSignal: true })],
] as const;
const marks = [...[...texts.values()], ...changes.map(([what]) => what)].map(markOf);

const marked = (text: string): string => {
  const what = texts.get(text);
  return what === undefined ? text : `${text} ${markOf(what)}`;
};

let world: World;
test.before(async () => {
  world = await openWorld({ write: marked });
  await world.api.detect(
    ...changes.map(([what, one]) => ({ ...one, explanation: { ...one.explanation, headline: markOf(what) } })),
  );
});
test.after(() => world.close());

/** Paths of the pages that a reader signs in for. */
const forReaders = (): readonly string[] => pages.flatMap((page) => (page.for === 'reader' ? [page.path(world)] : []));

const marksAt = async (path: string, headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { status, text } = await visit(world.api, path, headers);
  assert.ok(status < 500, `${path}: ${status}`);
  return marks.filter((mark) => text.includes(mark));
};

test('U-12 each text that is not public is on a page of a reader who is signed in', async () => {
  const found = new Set<string>();
  for (const path of forReaders()) {
    for (const mark of await marksAt(path, { cookie: world.cookie })) found.add(mark);
  }
  assert.equal([...found].sort(), [...marks].sort());
});

test('U-12 PG-2 what key holders alone may see is on no page and in no file that anybody gets', async () => {
  const token = `/verified-assets/${asset(1).address}/ethereum`;
  const withCandidate = `/verified-assets/${asset(3).address}/ethereum`;
  const files = [token, withCandidate].flatMap((path) => [
    path,
    ...['changes.atom', 'token.json', 'badge.svg', 'fields/supply', 'fields/match'].map((name) => `${path}/${name}`),
  ]);
  const ofChanges = [world.ids.change, ...changes.map(([, { id }]) => id)].flatMap((id) =>
    ['', '/evidence', '/bundle.json'].map((part) => `${token}/changes/${encodeURIComponent(id)}${part}`),
  );
  const open = pages.flatMap((page) => (page.for === 'public' ? [page.path(world)] : []));
  const paths = [...open, ...files, ...ofChanges, '/sitemap.xml', '/robots.txt', '/?q=TK1', ...forReaders()];
  for (const path of paths) assert.equal(await marksAt(path, {}), [], path);
});

test('U-12 no token is shown with our reading of its obligations, except to the reader who watches it', async () => {
  const shown = textOf(await visit(world.api, `/watchlist/${world.ids.item}`, { cookie: world.cookie }));
  assert.match(shown, /Obligations/);
  for (const { name, path, for: reader } of pages) {
    // The help has the name of every part of a token.
    if (reader !== 'public' || name === 'help') continue;
    assert.not.match(textOf(await visit(world.api, path(world))), /Obligations/, name);
  }
});

test.run();
