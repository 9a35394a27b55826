import type { ListMatchValue, RegisterListedValue } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';
import type { RuleSet } from '../impact/rule.ts';
import { buildChange } from './build-change.ts';
import { type Departed, summaryOf } from './composition/compose.ts';
import { type Fact, factOfKey, factPrefix, sideOf } from './fact.ts';
import type { Finding } from './finding.ts';
import { standingOf } from './families/sanctions/standing.ts';
import { endsRow, withdrawListed } from './families/register-row/compare.ts';
import { closeMatch, type DepartedPart } from './families/sanctions/compare.ts';

const closedRowKey = (assetId: string, rowId: string): string => `closed\t${assetId}\t${rowId}`;

/** Whether a row is closed: readings of its cells are ignored until the row is listed for the asset again. */
export const isClosedRow = (state: KeyedState, assetId: string, rowId: string): boolean =>
  state.get<boolean>(closedRowKey(assetId, rowId)) === true;

export function closeRow(state: KeyedState, assetId: string, rowId: string): void {
  if (!isClosedRow(state, assetId, rowId)) state.put(closedRowKey(assetId, rowId), true);
}

export function openRow(state: KeyedState, assetId: string, rowId: string): void {
  if (isClosedRow(state, assetId, rowId)) state.delete(closedRowKey(assetId, rowId));
}

/**
 * Ends the cells of a row that the register removed or that is no longer about the asset. If the row is listed for the
 * asset again, the first reading of each cell is its baseline. The `listed` fact of the row itself stays.
 */
export function endRow(state: KeyedState, assetId: string, rowId: string): void {
  for (const [key, fact] of [...state.entries<Fact>(factPrefix(assetId, 'register_row', rowId))]) {
    if (factOfKey(key).field !== 'listed' && fact.ended !== true) state.put(key, { ...fact, ended: true });
  }
  closeRow(state, assetId, rowId);
}

/** Reopens a row whose accepted `listed` reading is seen again after a reading about a departed subject closed it. */
export function reopenRow(state: KeyedState, { assetId, subjectKey }: Observation, fact: Fact): void {
  if (!isClosedRow(state, assetId, subjectKey)) return;
  const last = parsed<RegisterListedValue>(fact.value);
  if (last !== null && !endsRow(last)) openRow(state, assetId, subjectKey);
}

interface Departure {
  readonly cause: Observation;
  readonly departed: readonly Departed[];
  readonly regimes: readonly string[];
  readonly ruleSet: RuleSet;
}

/**
 * Closes the facts about subjects that the asset no longer names. Each sanctions match ends with a neutral change, register
 * facts end without one. The facts are deleted, so that a subject that returns starts from an empty state.
 */
export function closeDeparted(state: KeyedState, departure: Departure): readonly Change[] {
  if (departure.departed.length === 0) return [];
  const { assetId } = departure.cause;
  const changes: Change[] = [];
  for (const [key, fact] of [...state.entries<Fact>(factPrefix(assetId, 'list_entry'))]) {
    if (factOfKey(key).field !== 'match') continue;
    const last = JSON.parse(fact.value ?? 'null') as ListMatchValue;
    const { subjectKey } = factOfKey(key);
    const left = departedPart(state, departure, subjectKey, last);
    if (left === null) continue;
    const draft = fact.draft === null ? null : { old: parsed<ListMatchValue>(fact.draft.old?.value) };
    const standing = standingOf(state, { assetId, subjectKey }, last);
    const finding = closeMatch(last, draft, { what: left, at: departure.cause.observedAt }, standing);
    if (finding !== null) changes.push(closing(key, fact, finding, departure));
    state.delete(key);
  }
  for (const [key, fact] of [...state.entries<Fact>(factPrefix(assetId, 'register_row'))]) {
    const { subjectKey: rowId, field } = factOfKey(key);
    if (field !== 'listed') continue;
    const last = JSON.parse(fact.value ?? 'null') as RegisterListedValue;
    if (!concerns(departure, last.subjectKey, last.sinceObservationId)) continue;
    if (fact.draft !== null) {
      const draft = { kind: fact.draft.kind, old: parsed<RegisterListedValue>(fact.draft.old?.value) };
      changes.push(closing(key, fact, withdrawListed(draft, last, departure.cause.observedAt), departure));
    }
    for (const [cell] of [...state.entries(factPrefix(assetId, 'register_row', rowId))]) state.delete(cell);
    closeRow(state, assetId, rowId);
  }
  return changes;
}

/**
 * What the asset no longer names of a match: its subject, or only its party, when another party of the asset has the same
 * identifier. Null when the match is not affected.
 */
function departedPart(
  state: KeyedState,
  departure: Departure,
  matchKey: string,
  { subject, sinceObservationId }: ListMatchValue,
): DepartedPart['what'] | null {
  const isOfDeparted = departure.departed.some(
    (one) => one.subjectKey.startsWith('party:') && matchKey.endsWith(`:${one.subjectKey}`),
  );
  if (isOfDeparted && Object.hasOwn(summaryOf(state, departure.cause.assetId).since, subject.key)) return 'party';
  return concerns(departure, subject.key, sinceObservationId) ? 'subject' : null;
}

const concerns = ({ departed }: Departure, subjectKey: string, sinceObservationId: string): boolean =>
  departed.some((one) => one.subjectKey === subjectKey && one.sinceObservationId === sinceObservationId);

const parsed = <V>(text: string | null | undefined): V | null =>
  text === null || text === undefined ? null : (JSON.parse(text) as V);

function closing(key: string, fact: Fact, finding: Finding, { cause, regimes, ruleSet }: Departure): Change {
  const subjectKind = finding.category === 'sanctions' ? 'list_entry' : 'register_row';
  return buildChange(finding, {
    fact: { assetId: cause.assetId, subjectKind, ...factOfKey(key) },
    cause,
    old: fact.draft === null ? sideOf(fact) : fact.draft.old,
    draft: fact.draft,
    regimes,
    ruleSet,
  });
}
