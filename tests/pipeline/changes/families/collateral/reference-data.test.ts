import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { firdsColumns } from '../../../../../pipeline/registers/firds-columns.ts';
import type { Change, Observation, RegisterRow } from '../../../../../schemas/generated/records.ts';
import { screeningWorld } from '../../../../support/screening-world.ts';
import { row } from '../../../screening/harness.ts';
import { at, fold } from '../../builders.ts';
import { hour, instrumentsOf, item, june } from './reserve.ts';
import { runsOf } from '../../../../support/runs.ts';

const [bond, other] = ['DE000A1R07V3', 'DE0001030294'] as const;
const [issuer, successor] = ['549300GDPG70E3MBBU98', '529900AQBND3S6YJLY83'] as const;

type StatedColumns = Partial<Record<keyof typeof firdsColumns, string>>;

const first: StatedColumns = {
  issuer,
  cfi: 'DBFTFB',
  currency: 'EUR',
  maturity: '2027-01-15',
  venue: 'XFRA',
  ends: '2027-01-13',
};

const record = (stated: StatedColumns, given: Partial<RegisterRow> = {}): RegisterRow => {
  const cells = { isin: bond, ...first, ...stated };
  const columns = Object.entries(cells).map(
    ([name, text]) => [firdsColumns[name as keyof StatedColumns], text] as const,
  );
  return row(`row-${cells.isin}`, { register: 'firds', columns: Object.fromEntries(columns), ...given });
};

/** The changes of each of these records of the instrument, an hour apart, behind its first one. */
function folded(...records: readonly (StatedColumns | RegisterRow)[]): readonly (readonly Change[])[] {
  const world = screeningWorld();
  world.declare(at('2025-01-01'));
  world.observe(instrumentsOf(june, '2025-06-30', [item({ isin: bond, maturity: '2027-01-15' })]));
  assert.equal(world.register(record({}), june + hour), [], 'the first record is the baseline');
  return records.map((given, index) =>
    world.register('columns' in given ? given : record(given, { event: 'changed' }), june + (index + 2) * hour),
  );
}

const summaryOf = ({ subjectKey, explanation, before, after, direction }: Change) => [
  ...[subjectKey, explanation.kind, before, after, direction],
];

const cases: readonly (readonly [title: string, stated: StatedColumns, before: string, after: string])[] = [
  ['issuer', { issuer: successor }, issuer, successor],
  ['CFI code', { cfi: 'DBVTFB' }, 'DBFTFB', 'DBVTFB'],
  ['currency', { currency: 'USD' }, 'EUR', 'USD'],
  ['maturity', { maturity: '2030-01-15' }, '15 January 2027', '15 January 2030'],
];

for (const [title, stated, before, after] of cases) {
  test(`another ${title} of an instrument of the reserve is one change, a detail of it`, () => {
    const [changes, again] = folded(stated, stated);
    assert.equal(changes?.map(summaryOf), [[`isin:${bond}`, 'isin_detail_changed', before, after, 'neutral']]);
    assert.equal(
      changes?.map(({ category, subjectKind }) => [category, subjectKind]),
      [['collateral_isin', 'instrument']],
    );
    assert.equal(again, []);
  });
}

test('an end of trading long before maturity weakens, and what takes it back is a change', () => {
  const [ended, moved, resumed] = folded({ ends: '2025-08-01' }, { ends: '2025-09-01' }, {});
  const kind = [`isin:${bond}`, 'isin_detail_changed'];
  assert.equal(ended?.map(summaryOf), [[...kind, '13 January 2027', '1 August 2025', 'weakens']]);
  assert.match(ended?.[0]?.detail ?? '', /on 1 August 2025, 532 days before its maturity on 15 January 2027/);
  assert.equal(moved?.map(summaryOf), [[...kind, '1 August 2025', '1 September 2025', 'neutral']]);
  assert.equal(resumed?.map(summaryOf), [[...kind, '1 September 2025', '13 January 2027', 'neutral']]);
  assert.equal(
    folded({ ends: '2025-08-01' }, { ends: '' })
      .flat()
      .map(({ after }) => after),
    ['1 August 2025', 'not stated'],
  );
});

const quiet: Readonly<Record<string, readonly (StatedColumns | RegisterRow)[]>> = {
  'trading that ends within a week of maturity': [{ ends: '2027-01-08' }, { ends: '' }, { ends: '2027-01-15' }],
  'another relevant venue': [{ venue: 'XPAR' }],
  'a cell that is blank for a while': [{ cfi: '', currency: '', maturity: '', issuer: '' }, {}],
  'notation alone': [{ cfi: 'dbftfb', currency: ' EUR ' }],
  'an end of an instrument without maturity': [{ maturity: '', ends: '2025-08-01' }],
  'a record that is gone': [record({}, { event: 'removed', status: 'removed' })],
  'a record that is gone and comes back otherwise': [
    record({}, { event: 'removed', status: 'removed' }),
    record({ cfi: 'DBVTFB' }, { event: 'added' }),
  ],
};

for (const [title, records] of Object.entries(quiet)) {
  test(`${title} is no change of the instrument`, () =>
    assert.equal(
      folded(...records)
        .flat()
        .map(summaryOf),
      [],
    ));
}

test('a blank cell hides no change: the value behind it is compared with the one before it', () => {
  const summaries = folded({ cfi: '' }, { cfi: 'DBVTFB' }).flat();
  assert.equal(
    summaries.map(({ before, after }) => [before, after]),
    [['DBFTFB', 'DBVTFB']],
  );
});

test('a maturity that moves with the end of trading is one change', () => {
  const early: StatedColumns = { maturity: '2025-09-15', ends: '2025-09-12' };
  assert.equal(
    folded(early)
      .flat()
      .map(({ after }) => after),
    ['15 September 2025'],
  );
  const late: StatedColumns = { maturity: '2030-01-15', ends: '2030-01-14' };
  assert.equal(
    folded(late)
      .flat()
      .map(({ after }) => after),
    ['15 January 2030'],
  );
});

test('changes of one file are one group; an instrument that left the reserve has none', () => {
  const [changes] = folded({ issuer: successor, cfi: 'DBVTFB' });
  assert.is(changes?.length, 2);
  assert.is(new Set(changes?.map(({ groupId }) => groupId)).size, 1);
  const world = screeningWorld();
  world.declare(at('2025-01-01'));
  const report = (isin: string, time: number, asOf: string) =>
    world.observe(instrumentsOf(time, asOf, [item({ isin, maturity: '2027-01-15' })]));
  report(bond, june, '2025-06-30');
  world.register(record({}), june + hour);
  report(other, june + 24 * hour, '2025-07-31');
  report(other, june + 31 * hour, '2025-07-31');
  assert.equal(world.register(record({ issuer: successor }), june + 40 * hour), []);
  report(bond, june + 48 * hour, '2025-08-31');
  const back = report(bond, june + 55 * hour, '2025-08-31');
  assert.equal(
    back.filter(
      ({ subjectKey, explanation }) => subjectKey.endsWith(bond) && explanation.kind === 'isin_detail_changed',
    ),
    [],
    'what happened while it was away is no change',
  );
});

const anyRecord = fc.record({
  issuer: fc.constantFrom(issuer, successor, ''),
  cfi: fc.constantFrom('DBFTFB', 'DBVTFB', ''),
  maturity: fc.constantFrom('2027-01-15', '2030-01-15', '9999-12-31', '', 'soon'),
  ends: fc.constantFrom('2025-08-01', '2027-01-14', '', 'soon'),
});

test('any records: the same log gives the same bytes, and no change has equal sides', () =>
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 6 }), (records) => {
      const log: Observation[] = [];
      const world = screeningWorld((observation) => log.push(observation));
      world.declare(at('2025-01-01'));
      world.observe(instrumentsOf(june, '2025-06-30', [item({ isin: bond, maturity: '2027-01-15' })]));
      records.forEach((stated, index) => world.register(record(stated, { event: 'changed' }), june + index * hour));
      const changes = world.changes();
      assert.is(JSON.stringify(fold().changes(...log)), JSON.stringify(changes));
      assert.ok(changes.every(({ before, after }) => before !== after));
    }),
    { numRuns: runsOf(60) },
  ));

test.run();
