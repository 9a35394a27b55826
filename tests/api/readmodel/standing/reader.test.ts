import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StandingFacts, TableFacts } from '../../../../api/readmodel/standing/facts.ts';
import { createStandingReader, type StandingReader } from '../../../../api/readmodel/standing/reader.ts';
import { standingOf } from '../../../../api/readmodel/standing/standing.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { openTablesFixture, type TablesFixture } from '../../../support/tables-fixture.ts';
import { capture } from '../../../explorer/captures.ts';
import { testStandings } from '../../harness.ts';
import { asset, assetId, change, day, hour, now, verdict } from '../../records.ts';
import { fact, observation, run, subjects } from './rows.ts';

let fixture: TablesFixture;
let reader: StandingReader;
let version = 0;
let clockMs = now;
let isAway = false;
const queries: string[] = [];

test.before(async () => {
  fixture = await openTablesFixture();
  reader = createStandingReader({
    tables: {
      query: async (sql, parameters) => {
        queries.push(sql);
        if (isAway) throw new RetryableError('away');
        return fixture.reader.query(sql, parameters);
      },
    },
    versions: { assetVersion: () => version, current: () => true },
    clock: () => clockMs,
    standings: testStandings,
  });
});
test.after(() => fixture.close());

/** As they are after everything was inserted that was inserted before. */
const read = async (): Promise<StandingFacts> => {
  version += 1;
  clockMs += 1_000;
  const [facts] = await reader.facts([{ record: asset(1) }]);
  if (facts === undefined) throw new Error('no facts');
  return facts;
};
const tablesOf = async (): Promise<TableFacts> => {
  const { tables } = await read();
  if (tables === null) throw new Error('the tables are away');
  return tables;
};

test('PE-6: without any row nothing is known of a token', async () => {
  const { tables, feeds } = await read();
  assert.equal(tables, {
    matches: [],
    candidates: [],
    compared: null,
    chainStatedAt: null,
    hasNoContract: false,
    isPaused: null,
    pausedSince: null,
    rows: [],
    documents: null,
    expectsReport: false,
    report: null,
    checks: [],
    verdicts: [],
  });
  assert.equal([feeds?.hasFetches, feeds?.readAt.size], [false, 0]);
});

test('PE-6: a file that was rejected changes nothing, so the accepted one ages', async () => {
  await fixture.project('feed.runs', [
    run('ofac-addresses', 'accepted', now - 5 * day),
    run('ofac-addresses', 'unchanged', now - 3 * day),
    run('ofac-addresses', 'rejected', now),
  ]);
  const facts = await read();
  assert.is(facts.feeds?.readAt.get('ofac-addresses'), now - 3 * day);
  await fixture.project('asset.subjects', [subjects]);
  const lists = standingOf(await read(), now).parts.find(({ part }) => part === 'lists');
  assert.is(lists?.word, 'No match in old lists');
  assert.equal((await tablesOf()).compared, { names: 1, wallets: 1, authorities: 1 });
});

test('a reading counts where it states facts: one that was not made or failed does not', async () => {
  await fixture.project('observations', [
    observation({ observedAt: now - 4 * day }),
    observation({ observedAt: now - day, value: '"unreadable"' }),
    observation({ observedAt: now, value: '"not_observed"' }),
    observation({ observedAt: now, subjectKind: 'authority', subjectKey: 'owner', field: 'authority', value: null }),
  ]);
  assert.is((await tablesOf()).chainStatedAt, now - 4 * day);
  await fixture.project('observations', [observation({ observedAt: now + 1, value: '"no_contract"' })]);
  assert.is((await tablesOf()).hasNoContract, true);
});

const sanction = (name: string, part: Parameters<typeof change>[2]) =>
  change(name, 1, { category: 'sanctions', subjectKey: name, changeKind: 'listed', ...part });

const byId = (a: { readonly changeId: string }, b: typeof a): number => (a.changeId < b.changeId ? -1 : 1);

test('a match is open until it ends, and a candidate until it is confirmed or withdrawn', async () => {
  const candidate = sanction('candidate', { confirmed: false, notableAt: null });
  const parent = sanction('parent', { severity: 'high' });
  const instrument = sanction('instrument', { severity: 'high', assessment: { ...parent.assessment, confidence: 1 } });
  await fixture.project('changes', [
    candidate,
    parent,
    instrument,
    { ...sanction('amended', { changeKind: 'amended', severity: 'low', detectedAt: now }), subjectKey: 'instrument' },
    sanction('ended', { detectedAt: now - 3 * day }),
    { ...sanction('ended again', { changeKind: 'delisted' }), subjectKey: 'ended', detectedAt: now - day },
  ]);
  const before = await tablesOf();
  const high = [instrument, parent].map(({ id, explanation: { headline } }) => ({
    changeId: id,
    headline,
    severity: 'high',
  }));
  assert.equal([...before.matches].sort(byId), high.sort(byId), 'as its rule ranks it, also after an amendment');
  const lists = standingOf(await read(), now).parts.find(({ part }) => part === 'lists');
  assert.equal([lists?.word, lists?.severity], ['2 matches', 'high'], 'a parent, and an instrument of the reserve');
  assert.equal(before.candidates, [candidate.id]);
  await fixture.project('changes', [{ ...candidate, revision: 1, confirmed: true }]);
  const confirmed = await tablesOf();
  assert.equal(
    confirmed.matches.map(({ changeId }) => changeId).sort(),
    [candidate.id, instrument.id, parent.id].sort(),
  );
  assert.equal(confirmed.candidates, []);
  const { candidates } = await tablesOf();
  assert.equal(candidates, []);
});

test('established facts give pause, checks, documents and the newest report', async () => {
  const [terms, report] = ['https://example.com/terms', 'https://example.com/report'];
  await fixture.project('asset.facts', [
    fact('paused', false, 'chain:eip155:1'),
    { ...fact('check', { name: 'supply', state: 'differ' }, 'check:supply'), subjectKey: 'check:supply' },
    fact('sources', [
      { sourceId: 'terms', url: terms, kind: 'terms' },
      { sourceId: 'report', url: report, kind: 'report' },
    ]),
    fact('attestation_as_of', { date: '2026-04-30' }, 'report'),
    fact('attestation_frequency', { code: 'quarterly' }, 'report'),
  ]);
  const fetched = (url: string, outcome: string, asOf: number, obtained = 'fetched') =>
    capture(sha256Hex(url), 1, { url, outcome, asOf, obtained, captureId: `${url} ${outcome} ${asOf}` });
  await fixture.project('document.captures', [
    fetched(terms, 'ok', now - 2 * day),
    fetched(terms, 'not_modified', now - day),
    fetched(terms, 'ok', now, 'reread'),
    fetched(report, 'net_error', now - 2 * hour),
    fetched(report, 'gone', now - hour),
  ]);
  const { isPaused, checks, documents, expectsReport, report: newest } = await tablesOf();
  assert.equal([isPaused, checks, expectsReport], [false, ['differ'], true]);
  assert.equal(documents, [
    { kind: 'terms', readAt: now - day, isUnreachable: false },
    { kind: 'report', readAt: null, isUnreachable: true },
  ]);
  assert.equal(newest, { asOf: Date.UTC(2026, 3, 30), periodMs: 92 * day });
});

test('a row of a register counts with its newest cells, and by what the token still names', async () => {
  const listed = (rowId: string, subjectKey: string, polarity: string) =>
    observation({
      subjectKind: 'register_row',
      subjectKey: rowId,
      field: 'listed',
      sourceKey: 'register:esma-emtwp',
      value: JSON.stringify({
        status: 'listed',
        register: 'A register',
        matchedBy: 'identifier',
        polarity,
        subjectKey,
      }),
    });
  const end = (observedAt: number, date: string | null) =>
    observation({
      subjectKind: 'register_row',
      subjectKey: 'row-1',
      field: 'end',
      sourceKey: 'register:esma-emtwp',
      observedAt,
      value: date === null ? null : JSON.stringify({ meaning: 'authorisation_end', text: date, date }),
    });
  await fixture.project('observations', [
    listed('row-1', 'dti:ABC', 'authorised'),
    listed('row-2', 'dti:OLD', 'non_compliant'),
    end(now - day, '2026-12-01'),
  ]);
  const { rows } = await tablesOf();
  assert.equal(rows.map((row) => [row.feed, row.isOfToken, row.endsAt]).sort(), [
    ['esma-emtwp', false, null],
    ['esma-emtwp', true, Date.UTC(2026, 11, 1)],
  ]);
  await fixture.project('observations', [end(now, null)]);
  assert.equal(
    (await tablesOf()).rows.flatMap(({ endsAt }) => endsAt ?? []),
    [],
  );
});

test('the newest verdict on each obligation counts', async () => {
  await fixture.project('verdicts', [verdict(1, now, false, { obligationId: 'EMT-01', verdict: 'evidenced' })]);
  assert.equal((await tablesOf()).verdicts, [{ obligationId: 'EMT-01', verdict: 'evidenced' }]);
});

test('facts come from memory until the asset changes, a document is fetched, or ten seconds have passed', async () => {
  const asked = async (): Promise<number> => {
    queries.length = 0;
    await reader.facts([{ record: asset(1) }]);
    return queries.length;
  };
  await read();
  assert.is(await asked(), 0);
  clockMs += 1_000;
  assert.is(await asked(), 2, 'the newest files and fetches alone');
  version += 1;
  assert.is(await asked(), 7);
  clockMs += 10_000;
  assert.is(await asked(), 9);
  await fixture.project('document.captures', [capture(sha256Hex('x'), 2, { captureId: 'x' })]);
  clockMs += 1_000;
  assert.is(await asked(), 9);
});

test('PE-6: with the tables away each part that needs them is open, whatever is in memory', async () => {
  isAway = true;
  const { tables, feeds } = await read();
  assert.equal([tables, feeds], [null, null]);
  isAway = false;
  assert.is.not((await read()).tables, null);
});

test('facts of many assets are read together, in their order', async () => {
  clockMs += 20_000;
  queries.length = 0;
  const facts = await reader.facts([{ record: asset(2) }, { record: asset(1) }, { record: asset(2) }]);
  assert.is(queries.length, 9);
  assert.equal(
    facts.map(({ tables }) => tables?.verdicts.length),
    [0, 1, 0],
  );
  assert.is(assetId(1), asset(1).assetId);
});

test.run();
