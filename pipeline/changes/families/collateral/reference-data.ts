/** What ESMA's reference data states of an instrument of the reserve, compared with what it stated before. */
import { type RegisterColumnValue, registerColumn } from '../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import { columnOf } from '../../../registers/columns/columns.ts';
import { firdsColumns } from '../../../registers/firds-columns.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { buildChange } from '../../build-change.ts';
import { type Fact, factKey, sameLineage, sideOf } from '../../fact.ts';
import { oneLine } from '../../../text/values.ts';
import type { DerivedChanges, DerivationContext, FollowDecision, ObservedState } from '../family.ts';
import { followCell, lastListed } from '../register-row/row-state.ts';
import { type Particular, referenceFinding } from './reference-finding.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

/** Trading usually ends a few days before maturity, for settlement; an end within this many days is normal. */
const usualDays = 7;

/** Columns in which another value is a change by itself. */
const compared: readonly string[] = [
  firdsColumns.issuer,
  firdsColumns.cfi,
  firdsColumns.currency,
  firdsColumns.maturity,
];

/** A blank cell states nothing: the value before it stays. A blank end of trading states that none is set. */
export function followReference(value: RegisterColumnValue | null, observed: ObservedState): FollowDecision {
  const { state, observation } = observed;
  const isBlank = textOf(value) === '';
  if (observation.field === firdsColumns.maturity) mark(state, 'no-maturity', observation, isBlank);
  return isBlank && observation.field !== firdsColumns.ends ? 'ignored' : followCell(value, observed);
}

/** The change that an accepted cell makes; none at the first reading of a record, which is its baseline. */
export function deriveReference(
  value: RegisterColumnValue | null,
  observed: ObservedState,
  { before, inForce }: DerivationContext,
): DerivedChanges {
  const { state, observation } = observed;
  const isEnd = observation.field === firdsColumns.ends;
  const early = isEnd ? followEnd(textOf(value), observed) : null;
  const none = { changes: [] };
  if (before === undefined || before.ended === true || !(isEnd || compared.includes(observation.field))) return none;
  const old = storedValue(before.value, registerColumn);
  const stated = value ?? old;
  const [earlier, current] = [textOf(old), textOf(value)];
  if (stated === null || earlier.toUpperCase() === current.toUpperCase()) return none;
  if (early !== null && !early.was && early.days === null) return none;
  const row = lastListed(state, observation);
  if (row === null) return none;
  const particular: Particular = {
    label: stated.label,
    stake: columnOf(stated.meaning).field,
    register: stated.register,
    isin: row.subjectKey.slice('isin:'.length),
    asOf: row.asOf,
    old: earlier,
    current,
    ending: early?.was === false && early.days !== null ? { days: early.days, maturity: early.maturity } : null,
  };
  const finding = referenceFinding(particular, observation.field, sameLineage(observation, before));
  const fact = { ...observation, subjectKind: 'instrument', subjectKey: row.subjectKey };
  const change: Change = buildChange(finding, {
    fact,
    cause: observation,
    old: sideOf(before),
    draft: null,
    ...inForce(),
  });
  return { changes: [change] };
}

interface End {
  /** Whether the end before this one was early when it was read. A maturity that moves later makes no end early. */
  readonly was: boolean;
  /** Days between the end and the maturity where they are more than usual; else null. */
  readonly days: number | null;
  readonly maturity: string;
}

function followEnd(end: string, { state, observation }: ObservedState): End {
  const isDated = !isMarked(state, 'no-maturity', observation);
  const maturity = isDated ? textOf(cellOf(state, { ...observation, field: firdsColumns.maturity })) : '';
  const days = daysBetween(end, maturity);
  const isEarly = days !== null && days > usualDays;
  const was = isMarked(state, 'early-end', observation);
  mark(state, 'early-end', observation, isEarly);
  return { was, days: isEarly ? days : null, maturity };
}

/** What is known of a record beside its cells: its end was early, or its last reading states no maturity. */
type Mark = 'early-end' | 'no-maturity';

const markKey = (name: Mark, { assetId, subjectKey }: Observation): string => `${name}\t${assetId}\t${subjectKey}`;

const isMarked = (state: KeyedState, name: Mark, observation: Observation): boolean =>
  state.get<boolean>(markKey(name, observation)) === true;

function mark(state: KeyedState, name: Mark, observation: Observation, isSet: boolean): void {
  if (isMarked(state, name, observation) === isSet) return;
  if (isSet) state.put(markKey(name, observation), true);
  else state.delete(markKey(name, observation));
}

function cellOf(state: KeyedState, place: Observation): RegisterColumnValue | null {
  const fact = state.get<Fact>(factKey(place));
  return fact === undefined || fact.ended === true ? null : storedValue(fact.value, registerColumn);
}

function daysBetween(end: string, maturity: string): number | null {
  const days = (Date.parse(`${maturity}T00:00:00Z`) - Date.parse(`${end}T00:00:00Z`)) / dayMs;
  return Number.isFinite(days) ? days : null;
}

const textOf = (value: RegisterColumnValue | null): string => oneLine(value?.text ?? '');
