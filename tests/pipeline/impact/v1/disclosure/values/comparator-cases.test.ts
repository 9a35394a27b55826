/** Precedence, comparators, confidence and combination of impact-v1 for disclosed fields. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ImpactFacts } from '../../../../../../pipeline/impact/facts.ts';
import type { EvidenceGrade } from '../../../../../../pipeline/impact/evidence-grade.ts';
import { compareValues } from '../../../../../../pipeline/impact/v1/disclosure/values/comparators.ts';
import { disclosed, listed, matched } from '../../../facts.ts';
import { assessed, verdictOf } from '../../../assessed.ts';
import { comparatorCases } from './comparator-cases.ts';

const fee = (given: Parameters<typeof disclosed>[3] = {}): ImpactFacts =>
  disclosed('redemption_fee', { bps: '0' }, { bps: '10' }, given);

/** Precedence of the rules, with facts for each step and their verdict. */
const precedence: Readonly<Record<string, readonly (readonly [name: string, facts: ImpactFacts, expected: string])[]>> =
  {
    R0: [
      ['another lineage', fee({ comparable: false }), 'unassessed suppressed'],
      ['another lineage, before R1', fee({ comparable: false, sense: 'spelling' }), 'unassessed suppressed'],
      ['the same bytes read differently', fee({ sense: 'reread' }), 'unassessed editorial suppressed'],
      ['a partial reading', fee({ sense: 'partial' }), 'unassessed suppressed'],
    ],
    R1: [
      ['spelling', fee({ sense: 'spelling', regimes: ['MICA_EMT'] }), 'neutral CO0 RD0 editorial'],
      ['wording', fee({ sense: 'wording' }), 'neutral CO0 RD0 clarification'],
      ['returned', fee({ sense: 'returned' }), 'neutral CO0 RD0 editorial collapsed'],
    ],
    R2: [
      ['protective', disclosed('redemption_fee', null, { bps: '0' }), 'strengthens CO+ RD+ TR+'],
      ['adverse', disclosed('holder_claim', null, { code: 'none' }), 'mixed LS- PP- TR+'],
      ['neither', disclosed('redemption_fee', null, { bps: '1' }), 'strengthens CO0 RD0 TR+'],
      ['other', disclosed('holder_claim', null, { code: 'other', text: 'x' }), 'strengthens LS0 PP0 TR+'],
    ],
    R3: [
      ['protective', disclosed('redemption_fee', { bps: '0' }, null), 'weakens CO- RD- TR-'],
      ['adverse', disclosed('holder_claim', { code: 'none' }, null), 'weakens LS0 PP0 TR-'],
      ['neither', disclosed('redemption_fee', { bps: '1' }, null), 'weakens CO0 RD0 TR-'],
    ],
    R4: [['typed', fee(), 'weakens CO- RD-']],
    R5: [
      ['adds a dimension', fee({ regimes: ['MICA_EMT'] }), 'weakens CO- LS- RD-'],
      [
        'states a dimension for the comparator',
        disclosed('yield_to_holders', { code: 'none' }, { code: 'issuer' }, { regimes: ['US_GENIUS'] }),
        'weakens LS- PP0',
      ],
      [
        'makes it mixed',
        disclosed('freeze_and_seize_powers', { codes: [] }, { codes: ['freeze_address'] }, { regimes: ['US_GENIUS'] }),
        'mixed GO- LS+ PP-',
      ],
      [
        'is silent where values do not compare',
        disclosed(
          'freeze_and_seize_powers',
          { codes: [] },
          { codes: ['freeze_address', 'other'] },
          {
            regimes: ['US_GENIUS'],
          },
        ),
        'unassessed GO? PP?',
      ],
    ],
    R6: [
      [
        'combines dimensions',
        disclosed('attestation_frequency', null, { code: 'none' }, { regimes: [] }),
        // One dimension, transparency: stated for the first time, and adverse.
        'mixed TR~',
      ],
    ],
    R7: [['has words', fee(), 'weakens CO- RD-']],
  };

test('every rule of precedence has cases', () => {
  assert.equal(Object.keys(precedence), ['R0', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7']);
});

for (const [row, cases] of Object.entries(precedence)) {
  for (const [name, facts, expected] of cases) {
    test(`${row} ${name}`, () => {
      assert.is(verdictOf(facts), expected);
      const { reason, whatThisMeansForHolders } = assessed(facts).assessment;
      for (const text of [reason, whatThisMeansForHolders]) assert.match(text, /^[A-Z].*\.$/);
    });
  }
}

test('drafts are held and withdrawn for any verdict of the other rules', () => {
  assert.is(verdictOf(fee({ stage: 'draft' })), 'unassessed CO? RD? held');
  assert.is(assessed(fee({ stage: 'draft' })).assessment.status, 'pending');
  assert.is(verdictOf(fee({ stage: 'superseded' })), 'unassessed CO? RD? superseded');
});

test('a field or a pair that no rule knows falls back', () => {
  for (const facts of [disclosed('no_such_field', { a: 1 }, { a: 2 }), disclosed('governing_law', null, null)]) {
    assert.is(verdictOf(facts), 'unassessed');
    const { assessment, materiality } = assessed(facts);
    assert.equal([assessment.method, assessment.confidence, assessment.isFallback], ['fallback', 0.3, true]);
    assert.is(materiality, 'material');
  }
});

/** Rows of the table of comparators. */
const comparators = [
  'ordinal',
  'lower, higher',
  'threshold',
  'setBad',
  'setGood',
  'tierSet',
  'bool',
  'identity',
  'url',
  'date',
  'duration',
] as const;

test('every comparator has cases', () => {
  assert.equal(Object.keys(comparatorCases), comparators);
});

for (const [row, cases] of Object.entries(comparatorCases)) {
  for (const [name, rule, old, current, expected] of cases) {
    test(`${row}: ${name}`, () => {
      const { direction, reasons } = compareValues(rule, old, current);
      assert.is([direction, ...reasons].join(' '), expected);
    });
  }
}

/** Rows of the table of confidence. */
const confidences: Readonly<Record<string, readonly (readonly [facts: ImpactFacts, expected: number])[]>> = {
  'both structured': [[fee({ evidence: ['structured', 'structured'] }), 1]],
  'one structured, one text with field code': [
    [fee({ evidence: ['structured', 'field_code'] }), 0.95],
    [fee({ evidence: ['field_code', 'structured'] }), 0.95],
  ],
  'both text, anchored': [
    [fee({ evidence: ['field_code', 'field_code'] }), 0.9],
    [fee({ evidence: ['field_code', 'anchored'] }), 0.9],
    [fee({ evidence: ['anchored', 'anchored'] }), 0.9],
    // Not in the table: as strong as the weaker of the two.
    [fee({ evidence: ['structured', 'anchored'] }), 0.9],
    [fee({ evidence: ['anchored', 'structured'] }), 0.9],
  ],
  'keyword rule only': (['structured', 'field_code', 'anchored', 'keyword'] as const).flatMap(
    (grade: EvidenceGrade): readonly (readonly [ImpactFacts, number])[] => [
      [fee({ evidence: [grade, 'keyword'] }), 0.75],
      [fee({ evidence: ['keyword', grade] }), 0.75],
    ],
  ),
  'single capture': [[fee({ evidence: ['keyword', 'keyword'], stage: 'draft' }), 0.6]],
  'fuzzy name candidate': [[matched('list_candidate', { level: 'L3' }), 0.5]],
  'fallback text': [[disclosed('no_such_field', null, {}, { evidence: ['keyword', 'keyword'] }), 0.3]],
};

test('every row has cases', () => {
  assert.equal(Object.keys(confidences), [
    'both structured',
    'one structured, one text with field code',
    'both text, anchored',
    'keyword rule only',
    'single capture',
    'fuzzy name candidate',
    'fallback text',
  ]);
});

for (const [row, cases] of Object.entries(confidences)) {
  test(row, () => {
    for (const [facts, expected] of cases) assert.is(assessed(facts).assessment.confidence, expected);
  });
}

test('readings of registers and lists are structured by themselves', () => {
  assert.is(assessed(listed('register_added', 'authorised')).assessment.confidence, 1);
});

test('the reason states the finding of the comparator, and its amount', () => {
  const reasonOf = (facts: ImpactFacts): string => assessed(facts).assessment.reason;
  const coverage = (old: string, current: string): ImpactFacts =>
    disclosed('reserve_coverage_ratio', { percent: old }, { percent: current });
  assert.match(reasonOf(coverage('100.5', '100.3')), /beyond the tolerance of 0\.10 percentage points\. /);
  const share = disclosed('reserve_counterparty_limit', { percent: '25' }, { percent: '40' });
  assert.match(reasonOf(share), /beyond the tolerance of 1 percentage point\. /);
  assert.match(reasonOf(coverage('100.5', '99')), /falls across the threshold of 100 percent\. /);
  assert.match(
    reasonOf(disclosed('withdrawal_right', { days: '14', count: 'calendar' }, { days: '7', count: 'calendar' })),
    /falls across the threshold of 14 calendar days\. /,
  );
  assert.match(
    reasonOf(disclosed('reserve_segregation', { code: 'omnibus' }, { code: 'commingled' })),
    /later on the scale/,
  );
  assert.match(reasonOf(fee({ regimes: ['MICA_EMT'] })), /^The stated figure is higher than before\. MiCA provides/);
});

test('the text for holders is that of the field; a regime has a text of its own where it decides a dimension', () => {
  const holderText = (facts: ImpactFacts): string => assessed(facts).assessment.whatThisMeansForHolders;
  const frozen = (regimes: readonly string[]): ImpactFacts =>
    disclosed('freeze_and_seize_powers', { codes: [] }, { codes: ['freeze_address'] }, { regimes });
  assert.is(holderText(frozen(['US_GENIUS'])), holderText(frozen([])));
  const paid = (regimes: readonly string[]): ImpactFacts =>
    disclosed('yield_to_holders', { code: 'none' }, { code: 'issuer' }, { regimes });
  assert.match(holderText(paid(['MICA_EMT'])), /; the regime of the token forbids such a payment\.$/);
  assert.not.match(holderText(paid([])), /regime/);
});

test('every rule that fired is in the trail, with the direction after it', () => {
  const facts = disclosed(
    'freeze_and_seize_powers',
    { codes: [] },
    { codes: ['freeze_address'] },
    {
      regimes: ['US_GENIUS'],
      stage: 'draft',
    },
  );
  assert.equal(
    assessed(facts).assessment.trail.map(({ rule, direction }) => `${rule}:${direction}`),
    ['disclosure-compared:weakens', 'disclosure-overlays:mixed', 'disclosure-evidence:mixed', 'unconfirmed:unassessed'],
  );
});

test.run();
