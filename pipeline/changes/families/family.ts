import type { TSchema } from '@sinclair/typebox';
import type { ListMatchValue, RegisterListedValue, ValueOf } from '../../../schemas/facts.ts';
import { accept, type Circumstances, type Decision } from '../finding.ts';
import type { MatchStanding } from './sanctions/standing.ts';

/** Lookups of other facts that a family may need to compare two values. */
export interface Lookups {
  /** Last reading of the register row that the observation belongs to; null when there is none. */
  readonly rowOf: () => RegisterListedValue | null;
  /** Earlier legal names that an LEI record states for the entity of that row. */
  readonly formerNames: () => readonly string[];
  /** The operator's review of a match, and the other entries that match the same subject. */
  readonly standingOf: (match: ListMatchValue) => MatchStanding;
}

/** Compares a new value with the accepted one; `V` includes null where the fact may be not disclosed. */
export type Compare<V> = (seen: Circumstances<NonNullable<V>>, current: V, lookups: Lookups) => Decision;

/** A family of facts: the shape of its values, and their comparison. */
export interface Family<S extends TSchema> {
  readonly shape: S;
  readonly compare: Compare<ValueOf<S>>;
}

/** A family whose changes follow from the comparison of two values. */
export const compared = <S extends TSchema>(shape: S, compare: Compare<ValueOf<S>>): Family<S> => ({ shape, compare });

/** A family without changes: its values are input for the asset record, the subjects or other folds. */
export const stored = <S extends TSchema>(shape: S): Family<S> => ({ shape, compare: () => accept });
