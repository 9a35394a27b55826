/** The bytes that the page of a change and its evidence name, and what they state of a sanctions list today. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeEvidence } from '../../../cli/service/evidence/compute.ts';
import { createEvidence } from '../../../cli/service/evidence/evidence.ts';
import { sourceNames } from '../../../cli/service/pages/source-names.ts';
import type { Evidence } from '../../../explorer/evidence.ts';
import { filesOf, type ReadFromBytes } from '../../../explorer/pages/change/files.ts';
import type { StoredObservation } from '../../../explorer/pages/change/queries.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Change, FeedRun, SanctionsEntry } from '../../../schemas/generated/records.ts';
import { asset, change as plain, day, now } from '../../api/records.ts';
import * as folded from '../../pipeline/changes/builders.ts';
import { openPages, type PagesHarness, signIn, textOf, visit } from '../harness.ts';

const [first, second, third] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)];
const source = { hash: null, sourceKey: 'register:esma-emtwp', at: now };
const stored = (part: Partial<StoredObservation> = {}): StoredObservation => ({
  id: 'o',
  observedAt: now,
  sha256: 'f'.repeat(64),
  artifactId: first,
  extractor: 'x',
  version: '1',
  rule: null,
  place: null,
  quorum: null,
  isDocument: false,
  sourceKey: 'register:esma-emtwp',
  ...part,
});
const read = (label: string, sha256: string, known: StoredObservation | undefined = stored()): ReadFromBytes => ({
  label,
  at: now,
  sha256,
  known,
  step: undefined,
});
const all = new Set([first, second, third]);

test('each file is named once, with what it was read for', () => {
  const files = filesOf([read('Before', first), read('Now', second), read('Revised by', second)], source, all);
  assert.equal(
    files.map(({ labels, hash }) => [labels, hash]),
    [
      [['Before'], `sha256:${first}`],
      [['Now', 'Revised by'], `sha256:${second}`],
    ],
  );
});

test('the hash that the change states of its source is named, too, where it is that of another reading', () => {
  const hash = `sha256:${third}`;
  const files = filesOf([read('Now', first)], { ...source, hash }, all);
  assert.equal(
    files.map((file) => [file.labels[0], file.hash]),
    [
      ['Now', `sha256:${first}`],
      ['Read for the newest revision', hash],
    ],
  );
  assert.is(filesOf([read('Now', third)], { ...source, hash }, all).length, 1);
});

const places: readonly (readonly [string, Partial<StoredObservation> | undefined, string, boolean, RegExp | null])[] = [
  ['a file of a register', {}, 'register:esma-emtwp', true, null],
  ['a cassette of a chain', { sourceKey: 'chain:eip155:1' }, 'chain:eip155:1', true, null],
  ['a document', { isDocument: true, sourceKey: 'terms' }, 'terms', true, /belongs to its publisher/],
  ['a document without a class', { sourceKey: 'terms' }, 'terms', true, /belongs to its publisher/],
  ['a revision by a document', undefined, 'terms', true, /belongs to its publisher/],
  ['a file that is stored elsewhere', {}, 'register:esma-emtwp', false, /not stored here/],
];
for (const [name, known, sourceKey, isThere, note] of places) {
  test(`only bytes that can be given out have a link: ${name}`, () => {
    const one = { ...read('Now', first), known: known === undefined ? undefined : stored(known) };
    const [file] = filesOf([one], { ...source, sourceKey }, new Set(isThere ? [first] : []));
    assert.is(file?.path, note === null ? `/artifacts/${first}` : null);
    if (note === null) assert.is(file?.note, null);
    else assert.match(file?.note ?? '', note);
  });
}

let api: PagesHarness;
let cookie: string;
let evidence: Evidence;
let listed: Change;
const nothing = { has: async () => false, read: async () => Promise.reject(new RetryableError('missing')) };
const list = 'ofac-addresses';
const entryId = folded.matchValue({ sinceObservationId: 'x' }).entryId;

const file = (asOf: number): FeedRun => ({
  runId: `run ${asOf}`,
  captureId: 'c',
  feed: list,
  status: 'accepted',
  asOf,
  sha256: 'a'.repeat(64),
  rows: 1,
  added: 0,
  changed: 0,
  removed: 0,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: null,
  alarms: [],
  forced: false,
  parserVersion: '1',
});
const entry = (status: string, asOf: number): SanctionsEntry => ({
  list,
  entryId,
  status,
  names: [],
  wallets: [],
  identifiers: [],
  countries: [],
  programs: [],
  relations: [],
  firstSeenAt: asOf,
  inFirstSnapshot: true,
  asOf,
  runId: 'r',
  artifactId: 'c'.repeat(64),
  sourceHash: `sha256:${'c'.repeat(64)}`,
  entityType: 'unknown',
  dates: [],
  listedOn: null,
});

test.before(async () => {
  api = await openPages(
    {},
    {
      sources: sourceNames(),
      evidence: {
        explain: (wanted) => evidence.explain(wanted),
        bundle: (wanted) => evidence.bundle(wanted),
        isPublic: (of) => evidence.isPublic(of),
      },
      artifacts: { has: async () => true, open: async () => null },
    },
  );
  evidence = createEvidence({
    tables: api.fixture.reader,
    clock: () => now,
    mayLackBytes: true,
    compute: (job) => computeEvidence(job, nothing),
  });
  await api.declare(asset(1, { assetId: folded.assetId }));
  const key = await api.makeKey();
  await api.watch(key, folded.assetId, 0);
  const declared = folded.declared(now - 5 * day);
  const matched = folded.match(now - 4 * day, { sinceObservationId: declared.id });
  const [found] = await api.observe(declared, folded.declaredParty(now - 5 * day), matched);
  if (found === undefined) throw new Error('the match caused no change');
  listed = found;
  cookie = await signIn(api, key.text);
});
test.after(() => api.close());

const pageOf = (id: string, end = '') => visit(api, `/changes/${encodeURIComponent(id)}${end}`, { cookie });

test('a match with a list is no text that something was removed from, and its link names who keeps the copy', async () => {
  const page = await pageOf(listed.id);
  const text = textOf(page);
  assert.match(text, /Entry on the list, before no matching entry From 28 May 2026 0x098B/);
  assert.not.match(text, /Removed:/);
  assert.match(
    page.text.replaceAll(/<\/?bdi>/g, ''),
    /<a href="https:\/\/example\.org[^>]*>[^<]*digital currency addresses, in the copy of 0xB10C/,
  );
});

test('what happened is stated by its kind, then with its values', async () => {
  const { what, whatDetail } = listed.explanation;
  assert.is.not(what, whatDetail);
  assert.ok(textOf(await pageOf(listed.id)).includes(`What happened ${what} ${whatDetail}`));
});

test('the page of a match states whether the newest file of the list still has the entry', async () => {
  assert.not.match(textOf(await pageOf(listed.id)), /newest file of the list/);
  await api.fixture.project('sanctions.entries', [entry('listed', now - 4 * day)]);
  await api.fixture.project('feed.runs', [file(now - 4 * day), file(now - 2 * day)]);
  assert.match(textOf(await pageOf(listed.id)), /Still listed in the newest file read \( 30 May 2026 \)/);
  await api.fixture.project('sanctions.entries', [entry('removed', now - day)]);
  await api.fixture.project('feed.runs', [file(now - day)]);
  assert.match(textOf(await pageOf(listed.id)), /Not listed any more in the newest file read \( 31 May 2026 \)/);
});

test('a reader of a match sees what the list and the token state, beside each other', async () => {
  const text = textOf(await pageOf(listed.id));
  assert.match(text, /The list states .*entry .*file of 28 May 2026 Matched: .*The token names .*What agrees /);
  const shared = `/verified-assets/${asset(1).address}/ethereum/changes/${encodeURIComponent(listed.id)}`;
  const open = textOf(await visit(api, shared));
  assert.match(open, /The list states .*The token names .*What agrees /);
  assert.match(open, /listed (?:any more )?in the newest file read/);
});

for (const end of ['', '/evidence']) {
  test(`the hash of the source of a change is on ${end === '' ? 'its page' : 'the page of its evidence'}`, async () => {
    const hash = `sha256:${'9'.repeat(64)}`;
    const later = { ...listed, revision: listed.revision + 1, sourceHash: hash, revisedAt: now - day };
    await api.detect(later);
    const text = textOf(await pageOf(listed.id, end));
    assert.ok(text.includes(hash), text);
    assert.ok(text.includes(`sha256:${'c'.repeat(64)}`), 'and that of the reading');
    assert.match(text, /Bytes 2 files\. Copy of .*digital currency addresses kept by 0xB10C on example\.org\./);
  });
}

test('a change whose observation the tables do not have names the bytes that it states', async () => {
  const bare = plain('bare', 1, { assetId: folded.assetId });
  await api.detect(bare);
  const text = textOf(await pageOf(bare.id));
  assert.not.match(text, /stated by the operator/);
  assert.ok(text.includes(`sha256:${bare.assessment.evidence.new.artifactId ?? ''}`));
});

test.run();
