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

/** What families look up beside the fact itself. */
export interface Beside {
  /** What was last said about the register row of the observation. */
  readonly rowOf: () => RegisterListedValue | null;
  /** Earlier legal names that an LEI record states for the entity of that row. */
  readonly formerNames: () => readonly string[];
  /** What else is known of the match with a sanctions list. */
  readonly standingOf: (match: ListMatchValue) => MatchStanding;
}

/** Hands a new value to the family that compares it. `fact` is undefined at the first reading. */
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

// The stored text was checked against the shape of this very fact when it was accepted.
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
