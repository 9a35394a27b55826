import type { ListMatchValue, RegisterListedValue } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { type Fact, sameLineage } from './fact.ts';
import { accept, type Circumstances, type Decision } from './finding.ts';
import type { MatchStanding } from './families/sanctions/standing.ts';
import type { Reading } from './reading.ts';
import { compareColumn } from './register-columns.ts';
import { compareListed } from './families/register-row/compare.ts';
import { compareAssetStatus, compareIssuerKyi } from './families/own/compare.ts';
import { compareMatch } from './families/sanctions/compare.ts';

/** Lookups of other facts that a family may need to compare two values. */
export interface Beside {
  /** Last reading of the register row that the observation belongs to; null when there is none. */
  readonly rowOf: () => RegisterListedValue | null;
  /** Earlier legal names that an LEI record states for the entity of that row. */
  readonly formerNames: () => readonly string[];
  /** The operator's review of a match, and the other entries that match the same subject. */
  readonly standingOf: (match: ListMatchValue) => MatchStanding;
}

/** Compares a new value by the rules of its family. `fact` is undefined at the first reading. */
export function compare(observation: Observation, reading: Reading, fact: Fact | undefined, beside: Beside): Decision {
  switch (reading.about) {
    case 'asset_status':
      return compareAssetStatus(circumstances(observation, fact), reading.value);
    case 'issuer_kyi':
      return compareIssuerKyi(circumstances(observation, fact), reading.value);
    case 'register_listed':
      return compareListed(circumstances(observation, fact), reading.value);
    case 'register_column':
      return compareColumn(circumstances(observation, fact), reading.value, beside.rowOf, beside.formerNames);
    case 'list_match':
      return compareMatch(circumstances(observation, fact), reading.value, beside.standingOf(reading.value));
    case 'asset_declaration':
    case 'party_declaration':
    case 'authority':
    case 'proof':
    case 'review':
    case 'other':
      return accept;
  }
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
