/** Properties of the comparators of all fields, for any values. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareValues } from '../../../../../../pipeline/impact/v1/disclosure/values/comparators.ts';
import { holderTable } from '../../../../../../pipeline/impact/v1/disclosure/holders.ts';
import type { Outcome } from '../../../../../../pipeline/impact/v1/disclosure/values/outcome.ts';
import { reasonSentences } from '../../../../../../pipeline/impact/v1/disclosure/values/reason-sentences.ts';
import { impactV1 } from '../../../../../../pipeline/impact/v1/rules.ts';
import { disclosureFields, fieldOf } from '../../../../../../schemas/fields/catalogue.ts';
import type { DisclosureField, FieldValue } from '../../../../../../schemas/fields/field.ts';
import { type Direction, isTerm, termsOf } from '../../../../../../schemas/vocabulary.ts';
import {
  anyJson,
  fieldValueArbitrary,
  readingArbitrary,
} from '../../../../changes/families/disclosure/field-arbitraries.ts';
import { disclosed } from '../../../facts.ts';
import { assessed } from '../../../assessed.ts';
import { comparatorCases } from './comparator-cases.ts';
import { fieldCases } from '../field-cases.ts';
import { runsOf } from '../../../../../support/runs.ts';

const runs = { numRuns: runsOf(60) };

/** Reasons of comparisons that are not symmetric. */
const oneWay: readonly string[] = [
  // Its loss weakens even if another one was added; its addition in place of another one is a swap.
  'essential_lost',
  // A date that moves on is routine; one that moves back is not.
  'later_date',
  'earlier_date',
  // A cap that is stated for the first time is neutral; a removed one weakens.
  'cap_stated',
  'cap_gone',
  // An added party, chain or identifier is neutral; a removed one weakens.
  'parties_added',
  'parties_removed',
  'parties_gone',
  'chain_added',
  'chain_removed',
  'tokens_gone',
  'other_tokens',
];

const opposite: Readonly<Record<Direction, Direction>> = {
  weakens: 'strengthens',
  strengthens: 'weakens',
  mixed: 'mixed',
  neutral: 'neutral',
  unassessed: 'unassessed',
};

for (const field of disclosureFields) {
  const value = fieldValueArbitrary(field.name);
  const compare = (old: FieldValue, current: FieldValue): Outcome => compareValues(field.rule, old, current);

  test(`${field.name}: backwards the direction turns round, but for the exceptions`, () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [there, back] = [compare(left, right), compare(right, left)];
        const isOneWay = [...there.reasons, ...back.reasons].some((reason) => oneWay.includes(reason));
        if (!isOneWay) assert.is(back.direction, opposite[there.direction]);
      }),
      runs,
    );
  });

  test(`${field.name}: a value compared with itself is neutral and no more than a clarification`, () => {
    fc.assert(
      fc.property(value, (one) => {
        const { direction, minor } = compare(one, structuredClone(one));
        assert.equal([direction, minor], ['neutral', true]);
      }),
      runs,
    );
  });

  test(`${field.name}: values of the catalogue are always readable`, () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        assert.not.ok(compare(left, right).reasons.includes('unreadable'));
      }),
      runs,
    );
  });

  test(`${field.name}: any JSON has an assessment in whole sentences`, () => {
    const texts = new Set(impactV1.rules.flatMap(({ texts: own }) => Object.values(own)));
    const anything = fc.oneof(
      readingArbitrary(field.name),
      anyJson.map((one) => one as FieldValue),
    );
    const regimes = fc.subarray([...termsOf('regime')]);
    fc.assert(
      fc.property(anything, anything, regimes, (old, current, carried) => {
        const { assessment, materiality } = assessed(disclosed(field.name, old, current, { regimes: carried }));
        const kinds = assessment.dimensions.map(({ kind }) => kind);
        assert.equal(kinds, [...new Set(kinds)].sort());
        for (const { direction } of [assessment, ...assessment.dimensions]) assert.ok(isTerm('direction', direction));
        assert.ok(isTerm('materiality', materiality));
        assert.ok(assessment.confidence > 0 && assessment.confidence <= 1);
        assert.ok(texts.has(assessment.whatThisMeansForHolders), assessment.whatThisMeansForHolders);
        assert.not.match(assessment.reason, /undefined|NaN|[{}]| {2}/);
        assert.match(assessment.reason, /^[A-Z].*\.$/);
      }),
      runs,
    );
  });

  test(`${field.name}: holders have words of this field for every direction that occurs`, () => {
    const { subject, ...own } = holderTable[field.name] ?? { subject: '' };
    assert.ok(subject.length > 0);
    const needed = new Set<string>(ownDirections[field.rule.type]);
    if (field.rule.type === 'identity' && field.rule.of === 'party') needed.add('neutral');
    assert.equal(Object.keys(own).sort(), [...needed].sort());
    fc.assert(
      fc.property(value, value, fc.subarray([...termsOf('regime')]), (old, current, regimes) => {
        const { direction } = assessed(disclosed(field.name, old, current, { regimes })).assessment;
        const isSame = compare(old, current).minor === true;
        assert.ok(direction === 'unassessed' || isSame || needed.has(direction), direction);
      }),
      runs,
    );
  });
}

/** Directions of a changed value, without `unassessed`. */
const ownDirections: Readonly<Record<DisclosureField['rule']['type'], readonly Direction[]>> = {
  ordinal: ['weakens', 'strengthens'],
  frequency: ['weakens', 'strengthens'],
  lower: ['weakens', 'strengthens', 'neutral'],
  higher: ['weakens', 'strengthens', 'neutral'],
  setBad: ['weakens', 'strengthens', 'mixed'],
  setGood: ['weakens', 'strengthens', 'mixed'],
  tierSet: ['weakens', 'strengthens', 'neutral'],
  bool: ['weakens', 'strengthens', 'neutral'],
  identity: ['mixed'],
  parties: ['weakens', 'mixed', 'neutral'],
  date: ['weakens', 'neutral'],
  yield: ['weakens', 'strengthens', 'mixed'],
  fees: ['weakens', 'strengthens', 'mixed', 'neutral'],
  supply: ['weakens', 'strengthens', 'mixed', 'neutral'],
  document: ['weakens', 'mixed', 'neutral'],
};

test('every reason is one that some case of the tables shows', () => {
  const ofFields = Object.entries(fieldCases).flatMap(([row, cases]) =>
    cases.map(([, old, current]) => ({ rule: fieldOf(row.replace(/^\d+ /, ''))?.rule, old, current })),
  );
  const ofRules = Object.values(comparatorCases).flatMap((cases) =>
    cases.map(([, rule, old, current]) => ({ rule, old, current })),
  );
  const seen = new Set<string>(
    [...ofFields, ...ofRules].flatMap(({ rule, old, current }) =>
      rule === undefined ? [] : compareValues(rule, old, current).reasons,
    ),
  );
  assert.equal(
    Object.keys(reasonSentences).filter((reason) => !seen.has(reason)),
    [],
  );
});

test('texts for holders are those of the catalogue', () => {
  assert.equal(Object.keys(holderTable).sort(), disclosureFields.map(({ name }) => name).sort());
});

test.run();
