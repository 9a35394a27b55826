import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StandingFacts, TableFacts } from '../../../../api/readmodel/standing/facts.ts';
import type { StandingPartName } from '../../../../api/readmodel/standing/part.ts';
import { publicStandingOf, type Standing, standingOf } from '../../../../api/readmodel/standing/standing.ts';
import { day, hour, now } from '../../records.ts';
import { goodFacts, goodTables, row, withFiles, withRecord, withTables } from './good-facts.ts';
import { runsOf } from '../../../support/runs.ts';

test('PE-6: a token of which all is good is good, until the first part ages', () => {
  const { state, severity, parts, validUntil } = standingOf(goodFacts, now);
  assert.equal([state, severity, parts.length], ['good', null, 9]);
  assert.is(validUntil, now - 2 * hour + 2 * day);
  assert.is(standingOf(goodFacts, validUntil).state, 'good');
  assert.equal(
    [standingOf(goodFacts, validUntil + 1).state, publicStandingOf(goodFacts, validUntil + 1).state],
    ['open', 'open'],
  );
});

test('PE-7: a list past its limit makes the lists open without any new record, at that millisecond', () => {
  const facts = withFiles({ 'un-sc': now - day });
  const limitAt = now + day;
  const listsAt = (at: number): string | undefined =>
    publicStandingOf(facts, at).parts.find(({ part }) => part === 'lists')?.state;
  assert.equal([listsAt(limitAt), listsAt(limitAt + 1)], ['good', 'open']);
  assert.is(publicStandingOf(facts, now).validUntil <= limitAt, true);
});

test('PE-6: parts are ordered by state, then severity, then the order of the vocabulary', () => {
  const facts = withTables({ checks: ['differ'], isPaused: true, documents: [], rows: [] });
  assert.equal(
    standingOf(facts, now).parts.map(({ part }) => part),
    ['transfers', 'agreement', 'register', 'documents', 'duties', 'issuer', 'business', 'control', 'lists'],
  );
});

const decided: readonly (readonly [when: string, facts: StandingFacts, expected: string, shown: string])[] = [
  [
    'nothing is declared beside the four',
    withTables({ rows: [], documents: [], checks: [], verdicts: [], isPaused: null }),
    'good',
    'good',
  ],
  ['a register is old', withFiles({ 'esma-emtwp': 1 }), 'open medium', 'good'],
  ['a candidate is open', withTables({ candidates: ['sanctions:a'] }), 'open high', 'good'],
  [
    'a duty is not met',
    withTables({ verdicts: [{ obligationId: 'EMT-01', verdict: 'contradicted' }] }),
    'adverse high',
    'good',
  ],
  ['it is paused', withTables({ isPaused: true }), 'adverse severe', 'adverse severe'],
  ['a proof is missing', withRecord({ verifications: [] }), 'open medium', 'open medium'],
  ['the tables are away', { ...goodFacts, tables: null, feeds: null }, 'open medium', 'open medium'],
];

for (const [when, facts, expected, shown] of decided) {
  test(`PE-6: the state, when ${when}`, () => {
    const text = ({ state, severity }: ReturnType<typeof standingOf>): string =>
      [state, severity ?? []].flat().join(' ');
    assert.is(text(standingOf(facts, now)), expected);
    assert.is(text(publicStandingOf(facts, now)), shown);
  });
}

test('PE-6: the public has the four parts and what is adverse, never a candidate and never our reading of duties', () => {
  const facts = withTables({
    candidates: ['sanctions:a'],
    isPaused: true,
    verdicts: [{ obligationId: 'EMT-01', verdict: 'contradicted' }],
  });
  const { parts } = publicStandingOf(facts, now);
  assert.equal(parts.map(({ part }) => part).sort(), ['business', 'control', 'issuer', 'lists', 'transfers']);
  assert.is(parts.find(({ part }) => part === 'lists')?.word, 'No match');
});

const time = fc.integer({ min: now - 100 * day, max: now });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const tables: fc.Arbitrary<TableFacts> = fc.record({
  matches: fc.array(
    fc.record({
      changeId: fc.constant('sanctions:a'),
      headline: fc.constant('h'),
      severity: fc.constantFrom('severe' as const, 'high' as const),
    }),
    { maxLength: 2 },
  ),
  candidates: fc.array(fc.constant('sanctions:b'), { maxLength: 2 }),
  compared: maybe(fc.constant({ names: 1, wallets: 1, authorities: 1 })),
  chainStatedAt: maybe(time),
  hasNoContract: fc.boolean(),
  isPaused: maybe(fc.boolean()),
  pausedSince: maybe(time),
  rows: fc.array(
    fc.record({
      feed: fc.constant('esma-emtwp'),
      register: fc.constant('a register'),
      matchedBy: fc.constantFrom('identifier', 'issuer', 'party'),
      polarity: fc.constantFrom('authorised', 'non_compliant', 'identity'),
      status: fc.constantFrom('listed', 'missing', 'held', 'removed'),
      isOfToken: fc.boolean(),
      endsAt: maybe(fc.integer({ min: now - day, max: now + day })),
      isInactive: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  documents: maybe(
    fc.array(
      fc.record({
        kind: fc.constantFrom('whitepaper', 'terms', 'report', 'page'),
        readAt: maybe(time),
        isUnreachable: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  ),
  expectsReport: fc.boolean(),
  report: maybe(fc.record({ asOf: time, periodMs: fc.constant(31 * day) })),
  checks: fc.array(fc.constantFrom('agree', 'differ', 'not_comparable'), { maxLength: 3 }),
  verdicts: fc.array(
    fc.record({ obligationId: fc.constant('EMT-01'), verdict: fc.constantFrom('evidenced', 'not_checked', 'stale') }),
    { maxLength: 3 },
  ),
});

const facts: fc.Arbitrary<StandingFacts> = fc
  .record({ tables, un: maybe(time), ofac: maybe(time), esma: maybe(time), proven: fc.boolean(), kybAt: maybe(time) })
  .map(({ tables: some, un, ofac, esma, proven, kybAt }) => {
    const { issuer } = goodFacts.record;
    return {
      ...withFiles({ 'un-sc': un, 'ofac-addresses': ofac, 'esma-emtwp': esma }),
      tables: some,
      record: {
        ...goodFacts.record,
        issuer: issuer === null ? null : { ...issuer, kybAt },
        verifications: proven ? goodFacts.record.verifications : [],
      },
    };
  });

/** What takes one thing away: a reading, a run, a proof or a date. A document and a check are required while they are declared. */
const removals: readonly (readonly [what: string, take: (from: StandingFacts) => StandingFacts])[] = [
  ['the reading of the chain', (from) => changed(from, { chainStatedAt: null })],
  ['what was compared', (from) => changed(from, { compared: null })],
  ['whether it is paused', (from) => changed(from, { isPaused: from.tables?.isPaused === true ? true : null })],
  [
    'the report',
    (from) => changed(from, { report: from.tables?.expectsReport === true ? null : (from.tables?.report ?? null) }),
  ],
  [
    'every fetch',
    (from) => changed(from, { documents: from.tables?.documents?.map((one) => ({ ...one, readAt: null })) ?? null }),
  ],
  [
    'the verdicts',
    (from) => changed(from, { verdicts: from.tables?.verdicts.filter(({ verdict }) => verdict !== 'evidenced') ?? [] }),
  ],
  [
    'the checks that agree',
    (from) => changed(from, { checks: from.tables?.checks.filter((state) => state !== 'agree') ?? [] }),
  ],
  [
    'the rows that are listed',
    (from) =>
      changed(from, { rows: from.tables?.rows.filter((one) => one.matchedBy !== 'identifier') ?? [], verdicts: [] }),
  ],
  ['a run of a list', (from) => without(from, 'un-sc')],
  ['a run of a register', (from) => without(from, 'esma-emtwp')],
  ['the proofs', (from) => ({ ...from, record: { ...from.record, verifications: [] } })],
  ['the authorities', (from) => ({ ...from, record: { ...from.record, authorities: [] } })],
  ['the issuer', (from) => ({ ...from, record: { ...from.record, issuer: null } })],
  ['the dates of checks', (from) => undated(from)],
  ['the tables', (from) => ({ ...from, tables: null, feeds: null })],
];

const changed = (from: StandingFacts, part: Partial<TableFacts>): StandingFacts => ({
  ...from,
  tables: from.tables === null ? null : { ...from.tables, ...part },
});

function without(from: StandingFacts, feed: string): StandingFacts {
  if (from.feeds === null) return from;
  return {
    ...from,
    feeds: { ...from.feeds, readAt: new Map([...from.feeds.readAt].filter(([name]) => name !== feed)) },
  };
}

function undated(from: StandingFacts): StandingFacts {
  const { issuer } = from.record;
  return {
    ...from,
    record: { ...from.record, issuer: issuer === null ? null : { ...issuer, kyiAt: null, kybAt: null } },
  };
}

const goodParts = (from: StandingFacts): ReadonlySet<StandingPartName> =>
  new Set(standingOf(from, now).parts.flatMap(({ part, state }) => (state === 'good' ? [part] : [])));

for (const [what, take] of removals) {
  test(`PE-6: taking ${what} away makes no part good`, () => {
    fc.assert(
      fc.property(facts, (from) => {
        const before = goodParts(from);
        const after = [...goodParts(take(from))].filter((part) => !before.has(part) && !isMended(part, from));
        assert.equal(after, []);
      }),
      { numRuns: runsOf(100) },
    );
  });
}

/** What speaks against a token goes with its row or its document: then the part was adverse before. */
const isMended = (part: StandingPartName, from: StandingFacts): boolean =>
  part === 'register' && standingOf(from, now).parts.some((one) => one.part === part && one.state === 'adverse');

test('PE-6: time makes no part good', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 100 * day }), (from, later) => {
      const before = goodParts(from);
      const after = standingOf(from, now + later).parts.filter(({ state }) => state === 'good');
      assert.equal(
        after.map(({ part }) => part).filter((part) => !before.has(part)),
        [],
      );
    }),
    { numRuns: runsOf(100) },
  );
});

const statesOf = ({ state, severity, parts }: Standing): unknown => [
  state,
  severity,
  parts.map((one) => [one.part, one.state, one.severity]),
];

test('PE-6: until its end of validity states and severities are the same, whatever the facts', () => {
  fc.assert(
    fc.property(facts, (from) => {
      const first = standingOf(from, now);
      const last = Number.isFinite(first.validUntil) ? first.validUntil : now + 1_000 * day;
      assert.equal(statesOf(standingOf(from, last)), statesOf(first));
    }),
    { numRuns: runsOf(100) },
  );
});

test('PE-6: a token without rows of the tables is open, and states of each part that it is unknown', () => {
  const bare: TableFacts = { ...goodTables, rows: [], documents: null, checks: [], verdicts: [], compared: null };
  const { parts } = standingOf({ ...goodFacts, tables: { ...bare, chainStatedAt: null, isPaused: null } }, now);
  assert.equal(
    parts.filter(({ state }) => state === 'good').map(({ part }) => part),
    ['issuer', 'business'],
  );
  assert.is(row.status, 'listed');
});

test.run();
