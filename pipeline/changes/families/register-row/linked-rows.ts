/** Rows of parties that only sources link to the asset, such as parents of the issuer: stored, and never a change of it. */
import type { RegisterColumnValue, RegisterListedValue } from '../../../../schemas/facts.ts';
import { accept } from '../../finding.ts';
import type { Compare } from '../family.ts';
import { lastListed } from './row-state.ts';

const isLinked = ({ roles }: RegisterListedValue): boolean =>
  roles !== undefined && roles.length > 0 && roles.every((role) => role.startsWith('linked:'));

/** The comparison of rows, without those of linked parties. */
export const exceptLinkedRows =
  (compare: Compare<RegisterListedValue>): Compare<RegisterListedValue> =>
  (seen, current, observed) =>
    isLinked(current) ? accept : compare(seen, current, observed);

/** The comparison of cells, without those of rows of linked parties. */
export const exceptLinkedCells =
  (compare: Compare<RegisterColumnValue | null>): Compare<RegisterColumnValue | null> =>
  (seen, current, observed) => {
    const decision = compare(seen, current, observed);
    // The row is read only where its cell has a change.
    if (decision.decision === 'accept') return decision;
    const listed = lastListed(observed.state, observed.observation);
    return listed !== null && isLinked(listed) ? accept : decision;
  };
