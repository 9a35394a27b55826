import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isinOfCusip } from '../../../../../schemas/values/cusip.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { declaredAsset, fold, match, subjectsIn } from '../../builders.ts';
import { bills, hour, instrumentsOf, item, july, june } from './reserve.ts';

type Items = Parameters<typeof instrumentsOf>[2];

const [first, second, third] = ['2025-06-30', '2025-07-31', '2025-08-31'];
const before: Items = [item(bills.a), item(bills.b)];
const august = july + 31 * 24 * hour;

const brief = ({ subjectKey, explanation, revision, disposition }: Change): string =>
  `${subjectKey} ${explanation.kind} ${revision} ${disposition}`;

/** Changes after a first report with two bills. */
function after(...captures: readonly Observation[]): readonly Change[] {
  return fold().changes(instrumentsOf(june, first, before), ...captures);
}

const captures = (items: Items, given = {}): readonly Observation[] => [
  instrumentsOf(july, second, items, given),
  instrumentsOf(july + 7 * hour, second, items, given),
];

test('the first set is a baseline, and an equal one is no change', () =>
  assert.equal(after(instrumentsOf(june + 7 * hour, first, before), instrumentsOf(july, first, before)), []));

test('B-61a B-85 changes of one report are one group, each about its instrument, and settle with the second capture', () => {
  const changes = after(...captures([item(bills.b), item({ ...bills.c, class: 'govt_note' })]));
  const [b, c] = [isinOfCusip(bills.a.cusip) ?? '', isinOfCusip(bills.c.cusip) ?? ''];
  assert.equal(changes.map(brief), [
    `isin:${c} isin_added 0 held`,
    `isin:${b} isin_removed 0 held`,
    `isin:${c} isin_added 1 shown`,
    `isin:${b} isin_removed 1 shown`,
  ]);
  assert.is(new Set(changes.map(({ groupId }) => groupId)).size, 1);
  assert.ok(
    changes.every(({ subjectKind, category }) => subjectKind === 'instrument' && category === 'collateral_isin'),
  );
  assert.equal([changes[2]?.confirmed, changes[2]?.notableAt], [true, july + 7 * hour]);
});

test('a capture less than six hours later confirms nothing', () =>
  assert.equal(
    after(instrumentsOf(july, second, []), instrumentsOf(july + 5 * hour, second, [])).map(({ revision }) => revision),
    [0, 0],
  ));

test('B-86 a roll-over is one collapsed change and no notice', () => {
  const changes = after(...captures([item(bills.b), item(bills.c), item(bills.d)]));
  assert.equal(changes.map(brief), [
    'roll-over:govt_bill_le93d isin_added 0 held',
    'roll-over:govt_bill_le93d isin_added 1 collapsed',
  ]);
  assert.is(changes[1]?.notableAt, null);
});

test('a list that is not complete removes nothing, and is compared with nothing', () =>
  assert.equal(after(...captures([item(bills.c)], { complete: false })), []));

test('a report of the same date, restated, is compared with by the next one', () => {
  const restated = instrumentsOf(july, first, [item(bills.b), item(bills.c)]);
  assert.equal(
    after(
      restated,
      ...[august, august + 7 * hour].map((at) => instrumentsOf(at, second, [item(bills.c), item(bills.b)])),
    ),
    [],
  );
});

test('an older report in place of the new one withdraws what one capture showed, and becomes no baseline', () => {
  const changes = after(
    instrumentsOf(july, second, [...before, item(bills.d)]),
    instrumentsOf(july + 7 * hour, '2025-05-31', []),
    instrumentsOf(august, third, before),
    instrumentsOf(august + 7 * hour, third, before),
  );
  assert.equal(
    changes.map(({ disposition }) => disposition),
    ['held', 'superseded'],
  );
});

test('another extractor compares with nothing: what differs is no change that notifies', () => {
  const changes = after(...captures([], { extractorVersion: '2' }));
  assert.ok(changes.length > 0 && changes.every(({ lowSignal, confirmed }) => lowSignal && !confirmed));
});

test('what another extractor finds while a draft is open is stated once', () => {
  const read = (at: number) =>
    instrumentsOf(at, second, [...before, item(bills.c), item(bills.d)], { extractorVersion: '2' });
  const changes = after(
    instrumentsOf(july, second, [...before, item(bills.c)]),
    ...[1, 2, 3, 8, 9].map((hours) => read(july + hours * hour)),
  );
  assert.equal(changes.map(brief), [
    'isin:US912797QL42 isin_added 0 held',
    'isin:US912797QS94 isin_added 0 suppressed',
    'isin:US912797QL42 isin_added 1 shown',
  ]);
});

test('each difference settles by itself', () => {
  const changes = after(
    instrumentsOf(july, second, [
      ...before,
      item({ ...bills.c, class: 'govt_note' }),
      item({ ...bills.d, class: 'crypto' }),
    ]),
    instrumentsOf(july + 7 * hour, second, [...before, item({ ...bills.c, class: 'govt_note' })]),
  );
  assert.equal(
    changes
      .slice(2)
      .map(({ disposition }) => disposition)
      .sort(),
    ['shown', 'superseded'],
  );
});

test('an instrument is known by CUSIP and by ISIN alike, and two lines of one are one', () => {
  const isin = isinOfCusip(bills.a.cusip);
  const same = [
    item({ isin, maturity: bills.a.maturity, share: 1000 }),
    item({ ...bills.a, share: 1500 }),
    item(bills.b),
  ];
  assert.equal(after(...captures(same)), []);
});

test('an invalid identifier is stated once, low in signal, and moves no other line', () => {
  const changes = after(
    ...captures([...before, item({ cusip: '912797QL9' })]),
    ...captures([...before, item({ cusip: '912797QL9' })]),
  );
  assert.equal(changes.map(brief), ['cusip:912797QL9 isin_invalid 0 suppressed']);
  assert.ok(changes.every(({ lowSignal, notableAt }) => lowSignal && notableAt === null));
});

test('instruments are subjects with the role of collateral once they are established', () => {
  const { outputs } = declaredAsset();
  const isinsIn = (...given: readonly Observation[]): readonly string[] =>
    (subjectsIn(outputs(...given)).at(-1)?.subjects ?? [])
      .filter(({ kind, roles }) => kind === 'isin' && roles.join() === 'collateral')
      .map(({ value }) => value);
  assert.equal(isinsIn(instrumentsOf(june, first, before)), ['US912797PX98', 'US912797QA86']);
  const [draft, ...confirmed] = captures([item(bills.b), item(bills.c)]).map((one) => [one]);
  assert.equal(isinsIn(...(draft ?? [])), []);
  assert.equal(isinsIn(...confirmed.flat()), ['US912797QA86', 'US912797QL42']);
  assert.equal(isinsIn(instrumentsOf(august, third, [item(bills.d)], { complete: false })), [
    'US912797QA86',
    'US912797QL42',
    'US912797QS94',
  ]);
});

test('a listed instrument is a match of the reserve, and ends with it', () => {
  const folding = declaredAsset();
  const introduced = instrumentsOf(june, first, before);
  folding.outputs(introduced);
  const subject = {
    key: 'isin:US912797QA86',
    kind: 'isin',
    display: 'US912797QA86',
    roles: ['collateral'],
    partyName: null,
  };
  const [added] = folding.changes(
    match(june + hour, { subject, sinceObservationId: introduced.id, level: 'L1', listedAs: ['ISIN US912797QA86'] }),
  );
  assert.is(added?.category, 'sanctions');
  assert.match(
    added?.detail ?? '',
    /names the ISIN US912797QA86, an instrument of the reserve\.$|an instrument of the reserve/,
  );
  assert.match(added?.impact ?? '', /not the token itself/);
  const ended = folding.changes(...captures([item(bills.a)])).filter(({ category }) => category === 'sanctions');
  assert.equal(
    ended.map(({ explanation, direction }) => [explanation.kind, direction]),
    [['list_match_removed', 'strengthens']],
  );
});

test.run();
