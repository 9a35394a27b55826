import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { OpenMatch, RegisterRow, SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { type Driver, drive, entry, feeds, listedWallet, observationsIn, row, subject, wallet } from './harness.ts';
import { runsOf } from '../../support/runs.ts';

type Step<V> =
  | { readonly kind: 'row'; readonly make: (time: number) => V }
  | { readonly kind: 'subjects'; readonly assetId: string; readonly subjects: readonly Subject[] }
  | { readonly kind: 'again' }
  | { readonly kind: 'restart' };

const addresses = [
  '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
] as const;
const ids = ['A', 'B', 'C'] as const;
const leis = ['969500OYUDADGZKCR583', '5493001KJTIIGC8Y1R12'] as const;

const since = fc.constantFrom(
  { since: 50, sinceObservationId: 'one' },
  { since: 350, sinceObservationId: 'two' },
  { since: 5_000, sinceObservationId: 'three' },
);
const roles = fc.constantFrom(['issuer'], ['issuer', 'treasury'], ['custodian']);
const unique = (all: readonly Subject[]): readonly Subject[] =>
  [...new Map(all.map((one) => [one.key, one])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));

const walletSubject = fc
  .tuple(fc.constantFrom(...addresses), since, roles)
  .map(([address, from, role]) => wallet(address, { ...from, roles: role }));
const identifierSubject = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...ids).map((id) => ['dti', id] as const),
      fc.constantFrom(...leis).map((lei) => ['lei', lei] as const),
    ),
    since,
    roles,
  )
  .map(([[kind, value], from, role]) => subject(kind, value, { ...from, roles: role }));

/** Identifiers of a party: its name, its LEI and its registration number. */
const partySubject = fc
  .record({
    partyId: fc.constantFrom('p1', 'p2'),
    kind: fc.constantFrom('party', 'lei', 'registration'),
    name: fc.constantFrom('Zenithal SAS', 'Zenithal', 'Orthogonal GmbH'),
    lei: fc.constantFrom(...leis),
    country: fc.constantFrom('FR', 'DE', null),
    from: since,
    roles,
  })
  .map(({ partyId, kind, name, lei, country, from, roles: role }) => {
    const owner = { partyId, partyName: name, country, roles: role, ...from };
    if (kind === 'party') return subject('party', partyId, { ...owner, display: name, names: [name, 'Zenith'] });
    if (kind === 'lei') return subject('lei', lei, { ...owner, country: null });
    return subject('registration', `${country}:12345`, { ...owner, display: '12345' });
  });

const entryStep: fc.Arbitrary<Step<SanctionsEntry>> = fc
  .record({
    entryId: fc.constantFrom('e1', 'e2'),
    status: fc.constantFrom('listed', 'listed', 'removed'),
    wallets: fc.uniqueArray(fc.constantFrom(...addresses), { maxLength: 3 }),
    programs: fc.constantFrom(['P'], ['P', 'Q']),
    names: fc.uniqueArray(fc.constantFrom('ZENITHAL S.A.S.', 'ORTHOGONAL', 'ZENITH', 'ZENITHAL AG'), { maxLength: 2 }),
    entityType: fc.constantFrom('organisation', 'organisation', 'person'),
    countries: fc.constantFrom([], ['FR'], ['DE', 'FR']),
    identifiers: fc.uniqueArray(fc.constantFrom(...leis, '12345'), { maxLength: 2 }),
  })
  .map(({ wallets, names, identifiers, entryId, ...over }) => ({
    kind: 'row',
    make: (asOf) =>
      entry(entryId, {
        ...over,
        asOf,
        wallets: wallets.map((address) => listedWallet('ETH', address)),
        names: names.map((name, index) => ({ name, kind: index === 0 ? 'primary' : 'alias', weak: false })),
        identifiers: identifiers.map((value) => ({
          kind: value === '12345' ? 'registration' : 'lei',
          value,
          country: null,
        })),
      }),
  }));

const screened = fc.oneof(walletSubject, partySubject);

const rowStep: fc.Arbitrary<Step<RegisterRow>> = fc
  .record({
    rowId: fc.constantFrom('r1', 'r2', 'r3'),
    status: fc.constantFrom('listed', 'listed', 'missing', 'held', 'removed'),
    lei: fc.option(fc.constantFrom(...leis)),
    dtis: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
    note: fc.constantFrom('', 'x', 'y'),
    inFirstSnapshot: fc.boolean(),
  })
  .map(({ rowId, note, ...over }) => ({
    kind: 'row',
    make: (asOf) => row(rowId, { ...over, asOf, columns: { ...row('r').columns, note } }),
  }));

function steps<V>(rowSteps: fc.Arbitrary<Step<V>>, one: fc.Arbitrary<Subject>): fc.Arbitrary<readonly Step<V>[]> {
  const subjectsStep = fc
    .tuple(fc.constantFrom('asset-1', 'asset-2'), fc.array(one, { maxLength: 4 }))
    .map(([assetId, all]): Step<V> => ({ kind: 'subjects', assetId, subjects: unique(all) }));
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: rowSteps },
      { weight: 4, arbitrary: subjectsStep },
      { weight: 1, arbitrary: fc.constant<Step<V>>({ kind: 'again' }) },
      { weight: 1, arbitrary: fc.constant<Step<V>>({ kind: 'restart' }) },
    ),
    { maxLength: 25 },
  );
}

interface Play<V> {
  readonly lastRows: ReadonlyMap<string, { readonly value: V; readonly time: number }>;
  readonly lastSubjects: ReadonlyMap<string, readonly Subject[]>;
}

/** Applies the steps; every row record is later than the one before. */
function play<V>(
  driver: { row: (value: V, time: number, offset?: number) => readonly unknown[] } & Pick<
    Driver<'register.rows'>,
    'subjects' | 'restart' | 'rematch'
  >,
  all: readonly Step<V>[],
  keyOf: (value: V) => string,
): Play<V> {
  const lastRows = new Map<string, { readonly value: V; readonly time: number }>();
  const lastSubjects = new Map<string, readonly Subject[]>();
  let last: { readonly value: V; readonly time: number; readonly offset: number } | undefined;
  for (const [index, step] of all.entries()) {
    const time = 100 + index * 50;
    if (step.kind === 'row') {
      const value = step.make(time);
      last = { value, time, offset: index };
      driver.row(value, time, index);
      lastRows.set(keyOf(value), { value, time });
    } else if (step.kind === 'subjects') {
      driver.subjects(step.assetId, step.subjects);
      lastSubjects.set(step.assetId, step.subjects);
    } else if (step.kind === 'restart') {
      assert.equal(driver.restart(), [], 'a full re-match of current matches emits nothing');
    } else if (last !== undefined) {
      assert.equal(
        driver.row(last.value, last.time, last.offset),
        [],
        'a record that is delivered twice emits nothing',
      );
    }
  }
  assert.equal(driver.rematch(), []);
  return { lastRows, lastSubjects };
}

/** Open matches in the form that must agree: without `news` and event time, which depend on the order of events. */
const comparable = (matches: readonly OpenMatch[]): readonly unknown[] =>
  matches.map(({ eventTime: _eventTime, emitted, ...identity }) => ({
    ...identity,
    emitted: Object.fromEntries(
      Object.entries(emitted).map(([field, text]) => [field, text.replace(/"news":(?:true|false),/, '')]),
    ),
  }));

test('screen: any interleaving converges to the open matches of a full re-match from scratch', () => {
  fc.assert(
    fc.property(steps(entryStep, screened), (all) => {
      const driver = drive(createScreen({ feeds }));
      const { lastRows, lastSubjects } = play(driver, all, ({ entryId }) => entryId);
      const scratch = drive(createScreen({ feeds }));
      for (const { value, time } of lastRows.values()) scratch.row(value, time);
      for (const [assetId, subjects] of lastSubjects) scratch.subjects(assetId, subjects);
      for (const key of lastRows.keys()) {
        assert.equal(comparable(driver.matches(`list:${key}`)), comparable(scratch.matches(`list:${key}`)));
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('screen: no observation is emitted twice, and a full re-screen of current rows emits nothing', () => {
  fc.assert(
    fc.property(steps(entryStep, screened), (all) => {
      const driver = drive(createScreen({ feeds }));
      const ids: string[] = [];
      const keep = (outputs: readonly Output[]): readonly Output[] => {
        ids.push(...observationsIn(outputs).map(({ id }) => id));
        return outputs;
      };
      play(
        {
          ...driver,
          row: (value: SanctionsEntry, time, offset) => keep(driver.row(value, time, offset)),
          subjects: (assetId, subjects) => keep(driver.subjects(assetId, subjects)),
        },
        all,
        ({ entryId }) => entryId,
      );
      assert.is(new Set(ids).size, ids.length);
      assert.equal(driver.restart(), []);
    }),
    { numRuns: runsOf(300) },
  );
});

test('attribute: any interleaving converges to the open matches of a full re-match from scratch', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), (all) => {
      const driver = drive(createAttribute({ registers: feeds }));
      const { lastRows, lastSubjects } = play(driver, all, ({ rowId }) => rowId);
      const scratch = drive(createAttribute({ registers: feeds }));
      for (const [assetId, subjects] of lastSubjects) scratch.subjects(assetId, subjects);
      for (const { value, time } of lastRows.values()) scratch.row(value, time);
      for (const key of lastRows.keys()) {
        assert.equal(comparable(driver.matches(`register:${key}`)), comparable(scratch.matches(`register:${key}`)));
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('attribute: no observation is emitted twice: a value that returns is a new observation', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), (all) => {
      const driver = drive(createAttribute({ registers: feeds }));
      const ids: string[] = [];
      const keep = (outputs: readonly Output[]): readonly Output[] => {
        ids.push(...observationsIn(outputs).map(({ id }) => id));
        return outputs;
      };
      play(
        {
          ...driver,
          row: (value: RegisterRow, time, offset) => keep(driver.row(value, time, offset)),
          subjects: (assetId, subjects) => keep(driver.subjects(assetId, subjects)),
        },
        all,
        ({ rowId }) => rowId,
      );
      assert.is(new Set(ids).size, ids.length);
    }),
    { numRuns: runsOf(300) },
  );
});

test('a match is never older than its row and its subject, and never goes back in time', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), (all) => {
      const driver = drive(createAttribute({ registers: feeds }));
      const times = new Map<string, number>();
      play(
        {
          ...driver,
          row: (value: RegisterRow, time, offset) => {
            const outputs = driver.row(value, time, offset);
            for (const { assetId, observedAt, field } of observationsIn(outputs)) {
              assert.ok(observedAt >= time);
              const key = `${assetId} ${value.rowId} ${field}`;
              const open = driver.matches(`register:${value.rowId}`).some((match) => match.assetId === assetId);
              assert.ok(observedAt >= (times.get(key) ?? 0) || !open);
              times.set(key, observedAt);
            }
            return outputs;
          },
        },
        all,
        ({ rowId }) => rowId,
      );
    }),
    { numRuns: runsOf(100) },
  );
});

test.run();
