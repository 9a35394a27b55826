import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type PlottedRun, rowsPlot } from '../../../explorer/plots/rows.ts';
import type { FeedRun } from '../../../explorer/pages/sources/queries.ts';
import { behindOf, sourceRow, sourcesView } from '../../../explorer/pages/sources/view.ts';
import type { Health } from '../../../api/route/dependencies.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Harness } from '../../api/harness.ts';
import type { FeedCapture, FeedRun as FeedRunRecord } from '../../../schemas/generated/records.ts';
import { asset, day, hour, now } from '../../api/records.ts';
import { openPages, textOf, visit } from '../harness.ts';

let api: Harness;
let logAway = false;
const health: Health = {
  ready: () => ({ ok: true, failing: [] }),
  version: () => ({ name: 'attestry', version: '0.0.0', commit: null }),
  status: async () => {
    if (logAway) throw new RetryableError('the log does not answer');
    return { processors: [{ name: 'detect', lag: 0 }] };
  },
};

test.before(async () => {
  api = await openPages({ health });
});
test.after(() => api.close());

const source = {
  feed: 'esma-emtwp',
  label: "ESMA's register",
  owner: 'ESMA',
  everyMs: hour,
  isSanctionsList: false,
  hosts: ['lists.example'],
  licence: 'CC0 1.0',
  containedIn: null,
  copyBy: null,
};
const run = (asOf: number, part: Partial<FeedRun> = {}): FeedRun => ({
  runId: `run-${asOf}`,
  feed: source.feed,
  status: 'accepted',
  asOf,
  sha256: 'a'.repeat(64),
  rows: 10,
  added: 1,
  changed: 2,
  removed: 3,
  held: 0,
  reason: null,
  alarms: [],
  ...part,
});
const size = { width: 150, height: 34, left: 0 } as const;

test('pages of sources are public, and an unknown source is 404', async () => {
  const page = await visit(api, '/sources');
  assert.is(page.status, 200);
  assert.match(textOf(page), /0 of 2/);
  assert.match(textOf(page), /nothing is claimed from them until a file was fetched/);
  assert.match(textOf(await visit(api, '/sources/esma-emtwp')), /No file of this source was read here/);
  for (const path of ['/sources/none', '/sources/constructor']) assert.is((await visit(api, path)).status, 404);
});

test('the page states how far processing is behind the log', async () => {
  assert.match(textOf(await visit(api, '/sources')), /Behind the log 0 records all that was recorded is processed/);
  assert.equal(behindOf([]), { records: 0, processors: 0 });
  const lags = [7, 0, 1_200].map((lag, n) => ({ name: `p${n}`, lag }));
  assert.equal(behindOf(lags), { records: 1_200, processors: 2 });
});

test('U-30 if the log does not answer, the page is served and states that the lag is unknown', async () => {
  api.pass(11_000);
  logAway = true;
  const page = await visit(api, '/sources');
  logAway = false;
  assert.is(page.status, 200);
  assert.match(textOf(page), /Behind the log unknown the log does not answer now/);
});

const fileOf = (runId: string, alarms: readonly string[]): FeedRunRecord => ({
  runId,
  captureId: 'c',
  feed: source.feed,
  status: 'accepted',
  asOf: now - day,
  sha256: 'a'.repeat(64),
  rows: 1,
  added: 0,
  changed: 0,
  removed: 0,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: null,
  alarms: [...alarms],
  forced: false,
  parserVersion: '1',
});

test('U-26 what a file differs in has words for a reader of a screen, and signs for the eye', async () => {
  await api.fixture.project('feed.runs', [{ ...fileOf('differs', []), added: 164, changed: 48 }]);
  api.pass(11_000);
  assert.match(
    (await visit(api, '/sources')).text,
    '<span title="164 added, 48 changed, 0 removed" aria-hidden="true">+164 ~48 −0</span><span class="hidden">164 added, 48 changed, 0 removed</span>',
  );
});

test('remarks of a file are folded once they are many, and none is lost', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `Row ${n} was not understood`);
  await api.fixture.project('feed.runs', [fileOf('many', many), fileOf('few', ['One cell is empty'])]);
  api.pass(11_000);
  const { text } = await visit(api, '/sources/esma-emtwp');
  assert.match(text, /<details class="small"><summary>40 remarks<\/summary>.*Row 0 was.*Row 39 was.*<\/details>/s);
  assert.not.match(text, /<summary>1 remark/);
  assert.match(text, /<p class="small"><bdi>One cell is empty<\/bdi><\/p>/);
});

const unansweredOf = (feed: string): FeedCapture => ({
  captureId: 'unanswered',
  feed,
  asOf: now,
  obtained: 'fetched',
  force: false,
  wanted: [],
  artifacts: [
    {
      name: 'eip155-1-unanswered.ndjson',
      sha256: 'b'.repeat(64),
      bytes: 1,
      url: null,
      contentType: null,
      etag: null,
      lastModified: null,
    },
  ],
});

test('chains of registered tokens are listed with what was read of them, whether or not a node is asked', async () => {
  assert.match(textOf(await visit(api, '/sources')), /Chains .* No token is registered yet/);
  await api.declare(
    asset(1, { chainReading: 'stated' }),
    asset(2, { chainReading: 'not_observed' }),
    asset(3, { chainReading: 'unreadable' }),
    asset(4, { chain: 'base', chainReading: 'not_observed' }),
    asset(5, { chain: 'xrpl', address: 'EUR.rUNaS5sqRuxZz6V7rBGhoSaZiVYA3ut4UL', chainReading: 'no_contract' }),
  );
  const capture = (feed: string, asOf: number, captureId = 'c'): FeedRunRecord => ({
    runId: `${feed} ${asOf}`,
    captureId,
    feed,
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
  await api.fixture.project('feed.runs', [
    capture('chain-ethereum', now - 2 * day),
    capture('chain-ethereum', now - day),
    capture('chain-ethereum', now, 'unanswered'),
    capture('chain-base', now),
  ]);
  await api.fixture.project('feed.captures', [unansweredOf('chain-ethereum')]);
  api.pass(11_000);
  const text = textOf(await visit(api, '/sources'));
  assert.match(text, /Ethereum Read 1 of 3 1 31 May 2026/);
  assert.not.match(text, /1 Jun 2026/, 'a capture of a token that no node was asked about is none, too');
  assert.match(text, /Base Not read 0 of 1 none –/, 'a capture that states that nothing was read is no reading');
  assert.match(text, /XRP Ledger Not readable 0 of 1 1 –/);
});

test('a chain whose newest reading is old is not shown as read', async () => {
  api.pass(8 * day);
  assert.match(textOf(await visit(api, '/sources')), /Ethereum Read, old 1 of 3 1 31 May 2026/);
});

const states: readonly (readonly [name: string, runs: readonly FeedRun[], word: string])[] = [
  ['nothing was read', [], 'Never read'],
  ['the newest file is fresh', [run(now - hour)], 'Read'],
  ['the newest file is old', [run(now - 9 * day)], 'Read, old'],
  ['the newest file was rejected', [run(now, { status: 'rejected', rows: 0 }), run(now - day)], 'Rejected'],
];
for (const [name, runs, word] of states) {
  test(`where ${name} the state is "${word}"`, () => {
    assert.is(sourceRow(source, runs, { now, size }).state.word, word);
  });
}

test('a rejected file is counted and has a dot, and neither its rows nor its time are those of the source', () => {
  const runs = [run(now, { status: 'rejected', rows: 999 }), run(now - day, { rows: 12 }), run(now - 2 * day)];
  const view = sourcesView([source], new Map([[source.feed, runs]]), { parked: null, behind: null, now });
  assert.equal([view.read, view.accepted, view.rejected], [1, 2, 1]);
  const [row] = view.rows;
  assert.is(row?.newest?.rows, 12);
  assert.match(row?.sentence ?? '', /Rows over 3 files, from 10 on .* to 12 on /);
  assert.equal(
    row?.plot?.dots.map(({ rejected }) => rejected),
    [false, false, true],
  );
});

const file = (at: number, rows: number, rejected = false): PlottedRun => ({
  at: now + at * day,
  rows,
  rejected,
  added: 3,
  changed: 2,
  removed: 1,
});

test('a plot stays inside of its frame, and there is none without an accepted file', () => {
  assert.is(rowsPlot([], size), null);
  assert.is(rowsPlot([file(0, 5, true)], size), null);
  for (const count of [1, 2, 50]) {
    const runs = Array.from({ length: count }, (_, at) => file(at, (at * 37) % 100));
    for (const { x, y } of rowsPlot(runs, size)?.dots ?? []) assert.ok(x >= 0 && x <= 150 && y >= 0 && y <= 34);
  }
});

test('U-26 the plot of a source has the days, and a bar for what was added, changed and removed in each accepted file', () => {
  const large = { width: 1_000, height: 250, left: 34 };
  const plot = rowsPlot([file(0, 20), file(100, 8, true), file(200, 35)], large);
  assert.equal(
    plot?.below?.bars.map(({ of }) => of),
    ['added', 'changed', 'removed', 'added', 'changed', 'removed'],
  );
  for (const { x, y, height } of plot?.below?.bars ?? []) {
    assert.ok(x >= 34 && x <= 1_000 && y + height <= 230 + 0.2 && height > 0);
  }
  assert.ok((plot?.below?.days.length ?? 0) >= 3);
  assert.is(rowsPlot([file(0, 20)], large)?.below?.days.length, 1);
  assert.is(rowsPlot([file(0, 20)], size)?.below, null);
});

test.run();
