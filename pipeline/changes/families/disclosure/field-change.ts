/** Change records of a disclosed field. */
import type { Change } from '../../../../schemas/generated/records.ts';
import { buildChange } from '../../build-change.ts';
import type { Side } from '../../fact.ts';
import type { FieldFact, RevisableChange } from './field/field-fact.ts';
import { type FieldFinding, fieldFinding, type FindingParts } from './field/field-finding.ts';
import type { FieldReading } from './field/field-reading.ts';
import { explained } from './text/text.ts';

/** The finding between an earlier reading and this one. */
export const findingOf = (old: Side, { observation }: FieldReading, parts: FindingParts): FieldFinding =>
  fieldFinding(old, observation, observation, parts);

/** The change record of a finding that this reading caused. */
export function changeOf(
  { field, observation, inForce }: FieldReading,
  finding: FieldFinding,
  old: Side,
  draft: RevisableChange | null,
): Change {
  const { regimes, ruleSet } = inForce();
  return buildChange(explained(field, finding), {
    fact: observation,
    cause: observation,
    old,
    draft,
    regimes,
    ruleSet,
  });
}

/** The next revision of a change whose value went back to the earlier one. */
export function returnedChange(fact: FieldFact, reading: FieldReading, earlier: RevisableChange): Change {
  const finding = findingOf(fact, reading, {
    kind: earlier.kind,
    changeKind: 'restored',
    stage: 'confirmed',
    sense: 'returned',
    comparable: true,
    faint: true,
    wasNotable: earlier.notableAt !== null,
  });
  return changeOf(reading, finding, earlier.old, earlier);
}
