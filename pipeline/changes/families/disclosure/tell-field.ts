/** What is told of a disclosed field, as change records. */
import type { Change } from '../../../../schemas/generated/records.ts';
import { buildChange } from '../../build-change.ts';
import type { Side } from '../../fact.ts';
import type { Finding } from '../../finding.ts';
import type { FieldFact, Told } from './field-fact.ts';
import { fieldFinding, type FieldFound } from './field-finding.ts';
import type { FieldReading } from './field-reading.ts';

export type Part = Omit<FieldFound, 'old' | 'new' | 'sourceKey' | 'observedAt' | 'wasNotable'> &
  Partial<Pick<FieldFound, 'old' | 'new' | 'wasNotable'>>;

/** What is found between the fact and the reading, unless the part names other sides. */
export const findingOf = (fact: Side, { field, observation }: FieldReading, part: Part): Finding =>
  fieldFinding(field, {
    old: fact,
    new: observation,
    sourceKey: observation.sourceKey,
    observedAt: observation.observedAt,
    wasNotable: false,
    ...part,
  });

/** The change record of a finding that the reading caused. */
export const tell = ({ observation, inForce }: FieldReading, finding: Finding, old: Side, draft: Told | null): Change =>
  buildChange(finding, { fact: observation, cause: observation, old, draft, ...inForce() });

/** The value went back: the change that was told becomes none. */
export function tellReturned(fact: FieldFact, reading: FieldReading, told: Told): Change {
  const finding = findingOf(fact, reading, {
    kind: told.kind,
    changeKind: 'restored',
    stage: 'confirmed',
    sense: 'returned',
    comparable: true,
    faint: true,
    wasNotable: told.notableAt !== null,
  });
  return tell(reading, finding, told.old, told);
}
