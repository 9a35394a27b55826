/** What key holders alone may see is on no page and in no file that anybody gets. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset, assetId, change, day, issuer, now } from '../api/records.ts';
import { observation } from '../pipeline/changes/builders.ts';
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
  ['AEUR', 'symbol of a token that is not public'],
  ['Acme Euro (old)', 'name that a declaration had before'],
  ['https://a.example/file', 'evidence of a decision'],
]);

const held = { confirmed: false, disposition: 'held', notableAt: null } as const;
/** Changes that are not public, and what each is. */
const changes = [
  ['draft', change('a draft', 1, held)],
  ['candidate', change('a candidate', 1, { ...held, category: 'sanctions', sourceKey: 'list:ofac-addresses' })],
  ['change of low signal', change('of low signal', 1, { lowSignal: true })],
  ['change of a token that is not public', change('of a hidden token', 9)],
] as const;
const marks = [...[...texts.values()], ...changes.map(([what]) => what)].map(markOf);

const marked = (text: string): string => {
  const what = texts.get(text);
  return what === undefined ? text : `${text} ${markOf(what)}`;
};

let world: World;
test.before(async () => {
  world = await openWorld({ write: marked });
  await world.api.declare(asset(9, { public: false, symbol: 'TK1', issuer: issuer({ name: 'Acme Euro S.A.' }) }));
  await world.api.watch(world.key, assetId(9));
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
  const found = ['TK1', 'AEUR', 'Acme', asset(9).address, world.requested].map((q) => `/?q=${encodeURIComponent(q)}`);
  const paths = [...open, ...files, ...ofChanges, ...found, '/sitemap.xml', '/robots.txt', '/?q=TK1', ...forReaders()];
  for (const path of paths) assert.equal(await marksAt(path, {}), [], path);
});

/** What is not public by itself, whatever stands around it, and a page of a reader that has it. */
const kinds: readonly (readonly [what: string, mark: () => string, control: () => string])[] = [
  ['tenant', () => world.key.tenantId, () => '/operator/tenants'],
  ['key', () => world.key.keyId, () => '/operator/keys'],
  ['token that a key holder asks for', () => world.requested, () => '/operator/requests'],
  ['address of a token that is not public', () => asset(9).address, () => `/watchlist?add=${asset(9).address}`],
];

for (const [what, mark, control] of kinds) {
  test(`U-12 a ${what} is on no page that anybody gets`, async () => {
    const shown = await visit(world.api, control(), { cookie: world.cookie });
    assert.ok(shown.text.includes(mark()), `a reader does not find it on ${control()}`);
    const open = pages.flatMap((page) => (page.for === 'public' ? [page.path(world)] : []));
    for (const path of [...open, '/sitemap.xml', '/robots.txt', '/?q=TK1', '/status.json', '/tokens?page=2']) {
      assert.not.ok((await visit(world.api, path)).text.includes(mark()), path);
    }
  });
}

test('U-12 a reading that is not established is no value of the token, its history, its file or its entity', async () => {
  const held = markOf('a reading that is held back');
  const reading = observation({
    assetId: assetId(1),
    subjectKind: 'asset',
    subjectKey: '',
    field: 'governing_law',
    sourceKey: 'terms',
    value: { law: 'FR' },
    quote: held,
    observedAt: now - day,
  });
  await world.api.fixture.project('observations', [reading], { timestamp: ({ observedAt }) => observedAt });
  const token = `/verified-assets/${asset(1).address}/ethereum`;
  for (const path of [token, `${token}/fields/governing_law`, `${token}/token.json`, '/entities/acme', '/']) {
    const { text } = await visit(world.api, path);
    assert.not.ok(text.includes(held), path);
    assert.not.match(text, /France/, path);
  }
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
