/** Parties that disclosed fields name: fields 16, 31 and 33. Each change of them is one line, in the group of the field. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiOf } from '../../../../../../bench/support/samples/lei-file.ts';
import { reviewObservation, whyNotReviewed } from '../../../../../../pipeline/changes/reviews.ts';
import { verifyChange } from '../../../../../../pipeline/changes/verify.ts';
import type { Change, Observation } from '../../../../../../schemas/generated/records.ts';
import { at, declaredAsset, observation, subjectsIn } from '../../../builders.ts';

const start = at('2026-02-01');
const hour = 3_600_000;

const field = (
  name: string,
  hours: number,
  value: unknown,
  given: Partial<Omit<Observation, 'value'>> = {},
): Observation =>
  observation({
    field: name,
    sourceKey: 'terms',
    quote: value === null ? null : JSON.stringify(value),
    extractor: 'read',
    sourceUrl: 'https://example.org/terms',
    sourceHash: `sha256:${String(hours)}`,
    artifactId: `artifact-${hours}`,
    ...given,
    value,
    observedAt: start + hours * hour,
  });

const custodians = (hours: number, ...names: readonly string[]): Observation =>
  field('reserve_custodians', hours, { parties: [...names].sort().map((name) => ({ name })) });
const auditor = (hours: number, name: string, sourceKey = 'terms'): Observation =>
  field('external_auditor', hours, { name }, { sourceKey });
const issuer = (hours: number, lei: string): Observation =>
  field('issuer_identity', hours, { name: 'Example SAS', lei });

const summaries = (changes: readonly Change[]): readonly string[] =>
  changes.map((one) => `${one.explanation.kind} ${one.disposition} r${one.revision} ${one.direction}`);

test('field 16 and its edge: held together, confirmed together, one group, one notice', () => {
  const { changes, before } = declaredAsset();
  const readings = [custodians(0, 'A'), custodians(24, 'B'), custodians(31, 'B')];
  const all = changes(...readings);
  assert.equal(summaries(all), [
    'value_changed held r0 unassessed',
    'edge_replaced held r0 unassessed',
    'value_changed shown r1 mixed',
    'edge_replaced collapsed r1 mixed',
  ]);
  assert.is(new Set(all.map(({ groupId }) => groupId)).size, 1);
  assert.equal(
    all.filter(({ notableAt }) => notableAt !== null).map(({ explanation }) => explanation.kind),
    ['value_changed'],
  );
  const log = [...before.flatMap((one) => (one.topic === 'observations' ? [one.value] : [])), ...readings];
  for (const change of all) {
    const { changeId, groupId, evidence } = verifyChange(change, log);
    assert.equal([changeId, groupId, evidence], [true, true, true]);
  }
});

test('field 16: a reading that does not bear the draft out withdraws both', () => {
  assert.equal(summaries(declaredAsset().changes(custodians(0, 'A'), custodians(24, 'A', 'B'), custodians(31, 'A'))), [
    'value_changed held r0 unassessed',
    'edge_added held r0 unassessed',
    'value_changed superseded r1 unassessed',
    'edge_added superseded r1 unassessed',
  ]);
});

test('field 16: a review of the field decides about the edge; the edge itself is not reviewed', () => {
  for (const [verdict, disposition] of [
    ['confirmed', 'collapsed'],
    ['dismissed', 'superseded'],
  ] as const) {
    const { changes } = declaredAsset();
    const [ofField, ofEdge] = changes(custodians(0, 'A'), custodians(24, 'B'));
    if (ofField === undefined || ofEdge === undefined) throw new Error('no drafts');
    assert.match(whyNotReviewed(ofEdge) ?? '', /states what another change states; review that one$/);
    const reviewed = changes(reviewObservation(ofField, { verdict, by: 'A', why: 'Read.', at: start + 25 * hour }));
    assert.equal(
      reviewed.map((one) => `${one.explanation.kind} ${one.disposition}`),
      [`value_changed ${verdict === 'confirmed' ? 'shown' : 'superseded'}`, `edge_replaced ${disposition}`],
    );
  }
});

test('field 16 with field 17: the stated licence class decides the direction for custody', () => {
  const licence = (hours: number, code: string): Observation => field('custodian_status', hours, { code });
  const directionOf = (from: string, to: string) =>
    declaredAsset()
      .changes(
        ...[custodians(0, 'A'), licence(0, from), custodians(24, 'B'), licence(24, to)],
        ...[custodians(31, 'B'), licence(31, to)],
      )
      .filter(({ category, confirmed }) => category === 'party_edge' && confirmed)
      .map(({ direction }) => direction);
  assert.equal(directionOf('trust_company', 'central_bank'), ['strengthens']);
  assert.equal(directionOf('credit_institution', 'unlicensed'), ['weakens']);
  assert.equal(directionOf('credit_institution', 'credit_institution'), ['mixed']);
});

test('field 31: the same name with another LEI is another issuer; field 33 names an attestor in a report, else an auditor', () => {
  const { changes } = declaredAsset({
    sources: [{ sourceId: 'report', url: 'https://example.org/r', kind: 'report', extractor: 'x' }],
  });
  changes(issuer(0, leiOf(1)), auditor(0, 'A'), auditor(0, 'A', 'report'));
  const keys = changes(issuer(24, leiOf(2)), issuer(31, leiOf(2)), auditor(24, 'B'), auditor(24, 'B', 'report'))
    .filter(({ category }) => category === 'party_edge')
    .map(({ subjectKey, disposition }) => `${subjectKey} ${disposition}`);
  assert.equal(keys, [
    `issuer:lei:${leiOf(2)} held`,
    `issuer:lei:${leiOf(2)} collapsed`,
    'auditor:name:b|- held',
    'attestor:name:b|- held',
  ]);
});

test('another extractor, a partial reading or other words raise no edge', () => {
  const other = (hours: number) =>
    field('reserve_custodians', hours, { parties: [{ name: 'B' }] }, { extractorVersion: '2' });
  const kinds = declaredAsset()
    .changes(custodians(0, 'Example Bank'), custodians(24, 'EXAMPLE BANK'), other(48), other(60))
    .map(({ explanation }) => explanation.kind);
  assert.not.ok(
    kinds.some((kind) => kind.startsWith('edge_')),
    kinds.join(),
  );
});

test('LEIs that fields name are linked to the asset for GLEIF, under a role of their own', () => {
  const { outputs } = declaredAsset();
  const value = { parties: [{ name: 'A', lei: leiOf(7) }] };
  const linked = subjectsIn(outputs(field('reserve_custodians', 0, value)))[0]?.subjects.find(
    ({ value: lei }) => lei === leiOf(7),
  );
  assert.equal([linked?.kind, linked?.roles, linked?.partyId], ['lei', ['linked:custodian'], null]);
});

test.run();
