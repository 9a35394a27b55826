import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ImpactFacts } from '../../../../pipeline/impact/facts.ts';
import { impactV1 } from '../../../../pipeline/impact/v1/rules.ts';
import { severityOfV1 } from '../../../../pipeline/impact/v1/severity.ts';
import {
  severityOf,
  type SeverityFacts,
  severityOfRank,
  severityOfVerdict,
  severityRank,
  worstSeverity,
} from '../../../../schemas/severity.ts';
import { type Direction, isTerm, type Severity, termsOf } from '../../../../schemas/vocabulary.ts';
import { assessed } from '../assessed.ts';
import { corpusOf } from '../corpus.ts';
import { matched } from '../facts.ts';

interface GivenTrail extends Partial<Omit<SeverityFacts, 'assessment'>> {
  readonly dimensions?: readonly string[];
  readonly confidence?: number;
}

/** A confirmed change after these rules: `rule` or `rule:direction`, weakens without one. */
const fired = (rules: string, { dimensions = [], confidence = 1, ...given }: GivenTrail = {}): SeverityFacts => ({
  field: 'redemption_fee',
  confirmed: true,
  lowSignal: false,
  materiality: null,
  disposition: 'shown',
  ...given,
  assessment: {
    confidence,
    dimensions: dimensions.map((kind) => ({ kind, direction: 'weakens' })),
    trail: rules.split(' ').map((one) => {
      const [rule = '', direction = 'weakens'] = one.split(':');
      return { rule, claim: '', direction };
    }),
  },
});

const anyone = ['governance', 'participant_protection'];
const held = { confirmed: false, disposition: 'held' };

/** At least one change a row of the table, and each limit. */
const cases: readonly (readonly [SeverityFacts, Severity])[] = [
  [fired('list-match-added', { confidence: 0.9 }), 'high'],
  [fired('list-match-added'), 'severe'],
  [fired('list-match-added', { confidence: 0.5 }), 'severe'],
  [fired('list-candidate:unassessed', { ...held, confidence: 0.75 }), 'high'],
  [fired('list-candidate:unassessed', { ...held, confidence: 0.5 }), 'high'],
  [fired('list-candidate:unassessed', { ...held, confidence: 0.3 }), 'medium'],
  [fired('list-match-removed:strengthens'), 'high'],
  [fired('collateral-listed'), 'high'],
  [fired('list-match-subject-left:neutral'), 'medium'],
  [fired('collateral-delisted:strengthens'), 'medium'],
  [fired('token-paused'), 'severe'],
  [fired('token-paused:strengthens'), 'medium'],
  [fired('code-changed:mixed'), 'severe'],
  [fired('control-single'), 'severe'],
  [fired('authority-replaced'), 'severe'],
  [fired('authority-replaced:mixed'), 'high'],
  [fired('authority-replaced:strengthens'), 'low'],
  [fired('authority-created', { dimensions: anyone }), 'severe'],
  [fired('authority-created', { dimensions: ['governance'] }), 'high'],
  [fired('authority-gone:strengthens'), 'high'],
  [fired('control-threshold'), 'high'],
  [fired('control-threshold:strengthens control-signers:mixed'), 'high'],
  [fired('control-threshold:strengthens'), 'low'],
  [fired('role-holders', { dimensions: ['supply'] }), 'high'],
  [fired('role-holders', { dimensions: ['governance'] }), 'medium'],
  [fired('role-holders:strengthens', { dimensions: ['supply'] }), 'low'],
  [fired('token-powers:unassessed'), 'high'],
  [fired('supply-cap:strengthens'), 'low'],
  [fired('supply-moved-far'), 'high'],
  [fired('supply-moved'), 'medium'],
  [fired('ownership-offered:neutral'), 'medium'],
  [fired('registry-issuer-kyi'), 'high'],
  [fired('registry-issuer-kyi:strengthens'), 'low'],
  [fired('register-row-removed', held), 'medium'],
  [fired('edge-owner:mixed'), 'high'],
  [fired('edge-owner:strengthens'), 'low'],
  [fired('edge-keeper'), 'high'],
  [fired('check-differs'), 'high'],
  [fired('disclosure-compared', { field: 'holder_claim' }), 'high'],
  [fired('disclosure-compared', { field: 'redemption_fee' }), 'medium'],
  [fired('disclosure-compared:strengthens', { field: 'holder_claim' }), 'low'],
  [fired('disclosure-compared', { field: 'holder_claim', materiality: 'clarification' }), 'low'],
  [fired('disclosure-compared', { field: 'holder_claim', materiality: 'editorial' }), 'low'],
  [fired('disclosure-compared unconfirmed:unassessed', { ...held, field: 'holder_claim' }), 'medium'],
  [fired('disclosure-compared unconfirmed:unassessed', held), 'medium'],
  [fired('register-row-added:strengthens unconfirmed:unassessed', held), 'low'],
  [fired('code-changed unconfirmed:unassessed', held), 'high'],
  [fired('code-changed', { lowSignal: true }), 'medium'],
  [fired('code-changed superseded:unassessed', { disposition: 'superseded' }), 'low'],
  [fired('code-changed', { disposition: 'suppressed' }), 'low'],
  [fired('code-changed', { disposition: 'collapsed' }), 'low'],
  [fired('fallback:unassessed'), 'medium'],
  [fired('rule-of-a-later-set:sideways'), 'medium'],
  [fired('content-drift:neutral'), 'low'],
];

for (const [change, severity] of cases) {
  const { assessment, field, disposition, materiality, confirmed } = change;
  const trail = assessment.trail.map(({ rule, direction }) => `${rule}:${direction}`).join(' ');
  const about = [field, disposition, materiality ?? '', confirmed ? '' : 'not confirmed', assessment.confidence];
  test(`PE-4 ${severity}: ${trail} ${about.join(' ')} ${assessment.dimensions.map(({ kind }) => kind).join(' ')}`, () => {
    assert.is(severityOf(severityOfV1, change), severity);
  });
}

test('PE-4 each row of the table decides a case', () => {
  for (const row of severityOfV1.rows) {
    const without = { ...severityOfV1, rows: severityOfV1.rows.filter((one) => one !== row) };
    const decides = cases.some(([change, severity]) => severityOf(without, change) !== severity);
    assert.ok(decides, row.rules.join(', '));
  }
});

test('PE-4 rows name only rules of the set, and fields of its catalogue', () => {
  const rules = new Set(impactV1.rules.map(({ id }) => id));
  const fields = new Set(impactV1.fields.map(({ name }) => name));
  for (const row of severityOfV1.rows) {
    assert.equal(
      row.rules.filter((rule) => !rules.has(rule)),
      [],
    );
    assert.equal(
      (row.fields ?? []).filter((field) => !fields.has(field)),
      [],
    );
  }
});

/** The severity of facts, as the record of their change has it. */
function ratedOf(facts: ImpactFacts): { readonly severity: Severity; readonly isUnknown: boolean } {
  const { assessment, materiality } = assessed(facts);
  const { disposition } = assessment;
  const field = facts.comparison === 'disclosure_field' ? facts.field : '';
  const confirmed = facts.stage === 'confirmed' && facts.comparable;
  const change = { field, confirmed, lowSignal: !facts.comparable, materiality, disposition, assessment };
  const judged = assessment.trail.filter(({ rule }) => !severityOfV1.downgrades.includes(rule)).at(-1)?.direction;
  return {
    severity: severityOf(impactV1.severity, change),
    isUnknown:
      (disposition === 'shown' || disposition === 'held') &&
      (judged === 'weakens' || judged === 'mixed' || judged === 'unassessed') &&
      (materiality === null || materiality === 'material'),
  };
}

test('PE-4 every case of every rule, confirmed, held and withdrawn, has one severity: never low if it is unknown', () => {
  for (const facts of corpusOf(impactV1.fields)) {
    for (const stage of ['confirmed', 'draft', 'superseded'] as const) {
      const { severity, isUnknown } = ratedOf({ ...facts, stage });
      assert.ok(isTerm('severity', severity), JSON.stringify(facts));
      if (isUnknown) assert.is.not(severity, 'low', JSON.stringify(facts));
    }
  }
  assert.is(ratedOf(matched('list_match_added', { level: 'L1' })).severity, 'severe');
  assert.is(ratedOf(matched('list_match_added', { level: 'L5' })).severity, 'high');
  assert.is(ratedOf(matched('list_candidate', { level: 'L3' })).severity, 'high');
});

test('PE-4 any trail has one severity, the same each time, and a downgrade never makes it more urgent', () => {
  const ids = impactV1.rules.map(({ id }) => id);
  const changes = fc.record({
    rules: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...termsOf('direction'))), { maxLength: 4 }),
    confidence: fc.constantFrom(0.3, 0.5, 0.75, 0.9, 1),
    dimensions: fc.uniqueArray(fc.constantFrom(...termsOf('dimension'))),
    field: fc.constantFrom('holder_claim', 'redemption_fee', 'code'),
    materiality: fc.option(fc.constantFrom(...termsOf('materiality'))),
    disposition: fc.constantFrom(...termsOf('disposition')),
  });
  fc.assert(
    fc.property(changes, ({ rules, ...given }) => {
      const trail = rules.map(([rule, direction]: readonly [string, Direction]) => `${rule}:${direction}`).join(' ');
      const rank = (more: GivenTrail): number =>
        severityRank(severityOf(severityOfV1, fired(trail, { ...given, ...more })));
      assert.is(rank({}), rank({}));
      assert.ok(rank({}) >= 1 && rank({}) <= 4);
      assert.ok(rank({ confirmed: false }) >= rank({}));
      assert.ok(rank({ lowSignal: true }) >= rank({}));
      assert.is(rank({ disposition: 'superseded' }), 4);
    }),
  );
});

test('PE-4 ranks: severe first; a term of a newer writer ranks as medium', () => {
  assert.equal(termsOf('severity').map(severityRank), [1, 2, 3, 4]);
  assert.equal([1, 2, 3, 4, 9].map(severityOfRank), ['severe', 'high', 'medium', 'low', 'medium']);
  assert.is(severityRank('catastrophic'), 3);
  assert.is(worstSeverity([]), null);
  assert.is(worstSeverity(['low', 'high', 'medium']), 'high');
});

test('PE-4 notices of obligations', () => {
  const severities = (['evidenced', 'not_evidenced', 'stale', 'contradicted', 'not_applicable'] as const).map(
    (verdict) => severityOfVerdict({ kind: 'verdict', verdict }),
  );
  assert.equal(severities, ['low', 'medium', 'medium', 'high', 'low']);
  assert.is(severityOfVerdict({ kind: 'regime', verdict: 'applies' }), 'medium');
  assert.is(severityOfVerdict({ kind: 'regime', verdict: 'ended' }), 'low');
});

test.run();
