import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegisterColumnValue } from '../../../schemas/facts.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { at, cell, declaredAsset, lei, row } from './builders.ts';
import { recordCell, recordChanges, recordComesAndGoes, recordListed } from './gleif-scenarios.ts';

type Cell = Partial<RegisterColumnValue>;

const outcomeOf = (changes: readonly Change[]): string =>
  changes
    .map(({ explanation, direction, disposition, assessment }) => {
      const dimensions = assessment.dimensions.map((one) => `${one.kind}:${one.direction}`).join(' ');
      return `${explanation.kind} ${direction} ${disposition} ${dimensions}`;
    })
    .join('; ');

const registration = (text: string): Cell => ({ meaning: 'lei_status', label: 'registration status', text });
const entity = (text: string): Cell => ({ meaning: 'entity_status', label: 'entity status', text });
const name = (text: string, formerly?: readonly string[]): Cell => ({
  meaning: 'legal_name',
  label: 'legal name',
  text,
  ...(formerly === undefined ? {} : { formerly }),
});
const renewal = (date: string): Cell => ({ meaning: 'next_renewal', label: 'next renewal date', text: date, date });

const cases: readonly (readonly [string, Cell | null, Cell | null, string])[] = [
  [
    'ISSUED → LAPSED',
    registration('ISSUED'),
    registration('LAPSED'),
    'register_status_changed weakens shown transparency:weakens',
  ],
  [
    'LAPSED → ISSUED',
    registration('LAPSED'),
    registration('ISSUED'),
    'register_status_changed strengthens shown transparency:strengthens',
  ],
  [
    'ISSUED → RETIRED',
    registration('ISSUED'),
    registration('RETIRED'),
    'register_status_changed mixed shown legal_standing:mixed',
  ],
  [
    'LAPSED → MERGED',
    registration('LAPSED'),
    registration('MERGED'),
    'register_status_changed mixed shown legal_standing:mixed',
  ],
  [
    'ISSUED → ANNULLED',
    registration('ISSUED'),
    registration('ANNULLED'),
    'register_status_changed weakens shown legal_standing:weakens',
  ],
  [
    'LAPSED → DUPLICATE',
    registration('LAPSED'),
    registration('DUPLICATE'),
    'register_status_changed weakens shown legal_standing:weakens',
  ],
  [
    'ISSUED → PENDING_TRANSFER',
    registration('ISSUED'),
    registration('PENDING_TRANSFER'),
    'register_status_changed neutral shown transparency:neutral',
  ],
  [
    'ISSUED → a code that is new',
    registration('ISSUED'),
    registration('FROZEN'),
    'register_status_changed unassessed shown ',
  ],
  [
    'entity → INACTIVE',
    entity('ACTIVE'),
    entity('INACTIVE'),
    'register_status_changed weakens shown legal_standing:weakens participant_protection:weakens',
  ],
  [
    'entity → ACTIVE',
    entity('INACTIVE'),
    entity('ACTIVE'),
    'register_status_changed strengthens shown legal_standing:strengthens participant_protection:strengthens',
  ],
  [
    'name, former one stated',
    name('Old SA'),
    name('New SA', ['Old S.A.', 'Older SA', 'Old SA']),
    'register_detail_changed neutral shown legal_standing:neutral',
  ],
  [
    'name, former one not stated',
    name('Old SA'),
    name('New SA', ['Older SA']),
    'register_detail_changed mixed shown legal_standing:mixed',
  ],
  ['name in other case', name('OLD SA'), name('Old SA'), ''],
  [
    'successor',
    null,
    { meaning: 'successor', label: 'successor', text: 'Next SA' },
    'register_detail_changed mixed shown legal_standing:mixed',
  ],
  [
    'country',
    { meaning: 'country', label: 'country', text: 'DE' },
    { meaning: 'country', label: 'country', text: 'LU' },
    'register_detail_changed mixed shown legal_standing:mixed',
  ],
  [
    'renewal date',
    renewal('2026-05-01'),
    renewal('2027-05-01'),
    'register_detail_changed neutral suppressed transparency:neutral',
  ],
  ['last update', { meaning: 'last_update', text: 'a' }, { meaning: 'last_update', text: 'b' }, ''],
  [
    'a successor beside an equal status',
    registration('RETIRED'),
    { ...registration('RETIRED'), successor: 'Next SA' },
    '',
  ],
];

for (const [what, old, current, expected] of cases) {
  test(`a column of a GLEIF record: ${what}`, () => {
    assert.is(outcomeOf(recordChanges('column', old, current)).trim(), expected.trim());
  });
}

test('the text names the LEI, the entity and its role, and quotes both values', () => {
  const [change] = recordChanges('column', registration('ISSUED'), registration('LAPSED'), ['custodian_crypto']);
  assert.is(
    change?.explanation.what,
    `As of 1 April 2026, GLEIF's record of the LEI ${lei} (Circle Internet Financial Europe SAS, the custodian of crypto-assets) states the registration status LAPSED.`,
  );
  assert.equal([change?.before, change?.after], ['ISSUED', 'LAPSED']);
});

test('a new record and a removed one raise a change; one in the first file, or missing once, does not', () => {
  assert.is(outcomeOf(recordComesAndGoes({ news: true })), 'register_added strengthens shown transparency:strengthens');
  assert.is(outcomeOf(recordComesAndGoes({})), '');
  assert.is(outcomeOf(recordComesAndGoes({}, { status: 'missing' }, {})), '');
  assert.is(
    outcomeOf(recordComesAndGoes({}, { status: 'missing' }, { status: 'removed' })),
    'register_removed weakens shown transparency:weakens',
  );
});

test('a name that changes in another register is neutral where the LEI record states the earlier one as previous', () => {
  const march = at('2026-03-01');
  const april = at('2026-04-01');
  const other = '969500OYUDADGZKCR583';
  for (const [leiOfRecord, previous, direction] of [
    [lei, ['Old SA'], 'neutral'],
    [lei, ['Older SA'], 'mixed'],
    [other, ['Old SA'], 'mixed'],
  ] as const) {
    const { changes, since, leiSince } = declaredAsset();
    const inRegister = { subjectKey: 'esma-row' };
    const raised = changes(
      recordListed(march, leiSince, { token: leiOfRecord }),
      recordCell(march, 'previous', { meaning: 'previous_names', text: previous.join(), items: previous }),
      row(march, { news: false, sinceObservationId: since }, inRegister),
      cell(march, 'ae_lei_name', { ...name('Old SA'), matchedBy: 'identifier' }, inRegister),
      cell(march, 'ae_lei', { meaning: 'lei', label: 'LEI', text: lei }, inRegister),
      cell(april, 'ae_lei_name', { ...name('New SA'), matchedBy: 'identifier' }, inRegister),
    );
    assert.equal(
      raised.map((change) => change.direction),
      [direction],
      `${leiOfRecord} ${previous.join()}`,
    );
    const note = raised[0]?.explanation.current.note ?? '';
    assert.is(note.includes("GLEIF's record of the LEI states the earlier name"), direction === 'neutral');
  }
});

test('relations between legal entities are facts without a change, whatever becomes of them', () => {
  const { changes, leiSince, state } = declaredAsset();
  const source = { sourceKey: 'register:gleif-rr' };
  const listed = (observedAt: number, status: 'listed' | 'removed') =>
    row(
      observedAt,
      {
        status,
        news: true,
        polarity: 'relation',
        matchedBy: 'party',
        roles: ['issuer'],
        subjectKey: `lei:${lei}`,
        sinceObservationId: leiSince,
      },
      source,
    );
  const parent = (observedAt: number, text: string) =>
    cell(observedAt, 'EndNode', { meaning: 'relation', label: 'LEI of the parent', matchedBy: 'party', text }, source);
  const raised = changes(
    listed(at('2026-03-01'), 'listed'),
    parent(at('2026-03-01'), '969500OYUDADGZKCR583'),
    parent(at('2026-04-01'), '5493001Z012YSB2A0K51'),
    listed(at('2026-05-01'), 'removed'),
  );
  assert.equal(raised, []);
  assert.match(state.dump(), '5493001Z012YSB2A0K51');
});

test.run();
