import type { Observation } from '../../schemas/generated/records.ts';
import { type Fact, sameLineage } from './fact.ts';
import { families, type Reading } from './families/families.ts';
import type { Compare, Lookups } from './families/family.ts';
import { accept, type Circumstances, type Decision } from './finding.ts';

/** Compares a new value by the rules of its family. `fact` is undefined at the first reading. */
export function compare(
  observation: Observation,
  reading: Reading,
  fact: Fact | undefined,
  lookups: Lookups,
): Decision {
  if (reading.about === 'other') return accept;
  // The reading has the value of its own family, which the type of the table cannot express.
  const compareValues = families[reading.about].compare as Compare<unknown>;
  return compareValues(circumstances(observation, fact), reading.value, lookups);
}

// The stored text was checked against the shape of this fact when it was accepted.
const circumstances = <V>(observation: Observation, fact: Fact | undefined): Circumstances<V> => ({
  old: fact === undefined ? undefined : valueOf<V>(fact.value),
  draft:
    fact === undefined || fact.draft === null
      ? null
      : {
          kind: fact.draft.kind,
          old: fact.draft.old === null ? undefined : valueOf<V>(fact.draft.old.value),
        },
  sameLineage: fact === undefined || sameLineage(observation, fact),
  field: observation.field,
  observedAt: observation.observedAt,
});

const valueOf = <V>(text: string | null): V | null => (text === null ? null : (JSON.parse(text) as V));
