/** Rows of registers in the state of an asset: which are closed, and which are listed. */
import { type RegisterColumnValue, type RegisterListedValue, registerListed } from '../../../../schemas/facts.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { namesSubject, summaryOf } from '../../composition/summary.ts';
import { type Fact, factKey, factOfKey, factPrefix } from '../../fact.ts';
import type { EndedFact } from '../../build-change.ts';
import type { Departure, FamilySteps, FollowDecision, ObservedState } from '../family.ts';
import { endsRow, withdrawListed } from './compare.ts';

/** A row opens and closes, and its cells with it. */
export const openingSteps = {
  follow: followRow,
  readAgain: reopenRow,
  accepted: (value, { state, observation }) => {
    if (endsRow(value)) endRow(state, observation.assetId, observation.subjectKey);
  },
} satisfies FamilySteps<RegisterListedValue>;

/** What a row does beside being compared. */
export const rowSteps: FamilySteps<RegisterListedValue> = { ...openingSteps, close: closeDepartedRows };

/** A cell of a closed row is not compared: after the row is listed again, the first reading of the cell is a baseline. */
export const followCell = (
  _value: RegisterColumnValue | null,
  { state, observation }: ObservedState,
): FollowDecision => (isClosed(state, observation.assetId, observation.subjectKey) ? 'remembered' : 'followed');

/** Last reading of the row that an observation belongs to; null when there is none. */
export function lastListed(
  state: KeyedState,
  { assetId, subjectKind, subjectKey, sourceKey }: ObservedState['observation'],
): RegisterListedValue | null {
  const listed = state.get<Fact>(factKey({ assetId, subjectKind, subjectKey, field: 'listed', sourceKey }));
  return storedValue(listed?.value, registerListed);
}

/** A row is followed while the asset names the subject through which it was matched. */
function followRow(value: RegisterListedValue, { state, observation }: ObservedState): FollowDecision {
  const { assetId, subjectKey } = observation;
  const isNamed = namesSubject(summaryOf(state, assetId), value.subjectKey, value.sinceObservationId);
  if (isNamed) openRow(state, assetId, subjectKey);
  else closeRow(state, assetId, subjectKey);
  return isNamed ? 'followed' : 'ignored';
}

/** Reopens a row whose accepted `listed` reading is seen again after a reading about a departed subject closed it. */
function reopenRow(fact: Fact, { state, observation: { assetId, subjectKey } }: ObservedState): void {
  if (!isClosed(state, assetId, subjectKey)) return;
  const last = parsed(fact.value);
  if (last !== null && !endsRow(last)) openRow(state, assetId, subjectKey);
}

/**
 * Ends the cells of a row that the register removed or that is no longer about the asset. If the row is listed for the
 * asset again, the first reading of each cell is its baseline. The `listed` fact of the row itself stays.
 */
function endRow(state: KeyedState, assetId: string, rowId: string): void {
  for (const [key, fact] of [...state.entries<Fact>(factPrefix(assetId, 'register_row', rowId))]) {
    if (factOfKey(key).field !== 'listed' && fact.ended !== true) state.put(key, { ...fact, ended: true });
  }
  closeRow(state, assetId, rowId);
}

/** Rows of departed subjects end without a change; only their drafts are withdrawn. */
function closeDepartedRows(state: KeyedState, { assetId, departed, at }: Departure): readonly EndedFact[] {
  const ended: EndedFact[] = [];
  for (const [key, fact] of [...state.entries<Fact>(factPrefix(assetId, 'register_row'))]) {
    const { subjectKey: rowId, field, sourceKey } = factOfKey(key);
    if (field !== 'listed') continue;
    const last = storedValue(fact.value ?? 'null', registerListed);
    const isConcerned = departed.some(
      (one) => one.subjectKey === last.subjectKey && one.sinceObservationId === last.sinceObservationId,
    );
    if (!isConcerned) continue;
    if (fact.draft !== null) {
      const draft = { kind: fact.draft.kind, old: parsed(fact.draft.old?.value) };
      ended.push({ key, fact, finding: withdrawListed(draft, last, { sourceKey, observedAt: at }) });
    }
    for (const [cell] of [...state.entries(factPrefix(assetId, 'register_row', rowId))]) state.delete(cell);
    closeRow(state, assetId, rowId);
  }
  return ended;
}

const closedKey = (assetId: string, rowId: string): string => `closed\t${assetId}\t${rowId}`;

/** Whether a row is closed: readings of its cells are ignored until the row is listed for the asset again. */
const isClosed = (state: KeyedState, assetId: string, rowId: string): boolean =>
  state.get<boolean>(closedKey(assetId, rowId)) === true;

function closeRow(state: KeyedState, assetId: string, rowId: string): void {
  if (!isClosed(state, assetId, rowId)) state.put(closedKey(assetId, rowId), true);
}

function openRow(state: KeyedState, assetId: string, rowId: string): void {
  if (isClosed(state, assetId, rowId)) state.delete(closedKey(assetId, rowId));
}

const parsed = (text: string | null | undefined): RegisterListedValue | null => storedValue(text, registerListed);
