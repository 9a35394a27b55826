/** The parties that rows of registers name: the issuer of the token, parents of the issuer, and why none is reported. */
import type { EdgeParty, RegisterColumnValue, RegisterListedValue } from '../../../../../schemas/facts.ts';
import { isSourceOf } from '../../../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { dayMs } from '../../../../../schemas/values/durations.ts';
import { partsOf } from '../../../composition/parts.ts';
import { sideOf } from '../../../fact.ts';
import type { EndedFact } from '../../../build-change.ts';
import type { Departure, DerivedChanges, DerivationContext, ObservedState } from '../../family.ts';
import { endsRow } from '../../register-row/compare.ts';
import { lastListed } from '../../register-row/row-state.ts';
import { timeOf } from '../follow/dates.ts';
import { derived } from '../follow/derived.ts';
import { type EdgeState, edgesOf, putEdges, setOf, withoutSet, withRow, withSet } from '../edge-state.ts';
import { followParents } from '../follow/follow-parents.ts';
import { issuerKeys } from '../declared-party.ts';
import { hasSameName } from '../../../../parties/identity.ts';
import { readException, readIssuer, readRelation } from './register-rows.ts';
import { reasonFor, type Statement, reportEvent } from '../follow/report-event.ts';
import { reportSet, type ReportedSet } from '../follow/report-set.ts';
import type { KeyedState } from '../../../../runtime/processor.ts';

const nothing: DerivedChanges = { changes: [] };

/** What a reading of a row, or of one of its cells, changes in the parties of the asset. */
export function edgesOfRow(
  value: RegisterListedValue | RegisterColumnValue | null,
  observed: ObservedState,
  given: DerivationContext,
): DerivedChanges {
  const { sourceKey } = observed.observation;
  const follow = sourceKey === relations ? followRelation : sourceKey === exceptions ? followException : followIssuer;
  const cell = value !== null && 'meaning' in value ? value : null;
  if (follow === followIssuer && !concernsIssuer(value, cell, observed)) return nothing;
  const listed = lastListed(observed.state, observed.observation);
  return listed === null ? nothing : follow({ cell, listed, observed, ...given });
}

/** Most readings of registers are other cells. These are sorted out before anything else of the row is read. */
function concernsIssuer(
  value: RegisterListedValue | RegisterColumnValue | null,
  cell: RegisterColumnValue | null,
  { state, observation: { assetId, subjectKey, field } }: ObservedState,
): boolean {
  if (cell !== null) return cell.meaning === 'lei';
  const known = edgesOf(state, assetId).issuers[subjectKey];
  return known !== undefined && (value !== null || known.field === field);
}

const relations = 'register:gleif-rr';
const exceptions = 'register:gleif-exceptions';

interface RowReading extends DerivationContext {
  /** The cell that was read; null for the row itself, and for a blank cell. */
  readonly cell: RegisterColumnValue | null;
  readonly listed: RegisterListedValue;
  readonly observed: ObservedState;
}

function followRelation(reading: RowReading): DerivedChanges {
  const { listed, observed } = reading;
  const { state, observation } = observed;
  const edges = edgesOf(state, observation.assetId);
  const known = edges.relations[observation.subjectKey];
  const read = endsRow(listed) ? (known ?? 'other') : readRelation(observed, listed);
  if (read === 'incomplete' || read === 'other') return nothing;
  const row = endsRow(listed) ? { ...read, isActive: false } : read;
  if (known !== undefined && canonicalJson(known) === canonicalJson(row)) return nothing;
  const next = { ...edges, relations: withRow(edges.relations, observation.subjectKey, row) };
  const reported = followParents(next, causeOf(reading), {
    time: timeOf(state, observation),
    firstRead: known === undefined ? row : undefined,
  });
  return derived(observed, reported.edges, reported.changes);
}

/** A change that states the end of a relationship is revised for this long when a reason appears, milliseconds. */
const reasonWithin = 10 * dayMs;

function followException(reading: RowReading): DerivedChanges {
  const { listed, observed } = reading;
  const { state, observation } = observed;
  const edges = edgesOf(state, observation.assetId);
  const read = endsRow(listed) ? null : readException(observed, listed);
  if (read === 'incomplete' || read === 'other') return nothing;
  const known = edges.exceptions[observation.subjectKey];
  if (canonicalJson(known ?? null) === canonicalJson(read)) return nothing;
  const next = { ...edges, exceptions: withRow(edges.exceptions, observation.subjectKey, read) };
  if (read === null) return derived(observed, next, []);
  const place = { source: relations, from: `lei:${read.child}`, role: read.role };
  const set = setOf(next, place);
  const last = set?.last;
  const isLate = last === undefined || observation.observedAt - last.draft.detectedAt > reasonWithin;
  if (
    set === undefined ||
    isLate ||
    last.reported.event !== 'removed' ||
    set.to.length > 0 ||
    reasonFor(edges, place) !== null
  ) {
    return derived(observed, next, []);
  }
  const statement = { ...causeOf(reading), ...place, to: [], reportedBy: null, comparable: true };
  const step = { difference: last.difference, stage: 'confirmed', draft: last } as const;
  const built = reportEvent(next, statement, step, { before: [] });
  if (built === null) return derived(observed, next, []);
  const revised = { ...built.draft, artifactId: last.artifactId };
  return derived(observed, withSet(next, { ...set, last: revised }), [built.change]);
}

/** Its changes are collapsed: the change of the row or of the cell states the same event. */
function followIssuer(reading: RowReading): DerivedChanges {
  const { cell, listed, observed } = reading;
  const { state, observation } = observed;
  const { assetId, subjectKey: rowId, sourceKey: source } = observation;
  const edges = edgesOf(state, assetId);
  const known = edges.issuers[rowId];
  // A reading of the row itself decides only whether it ends.
  if (observation.field === 'listed' && !endsRow(listed)) return nothing;
  const row = endsRow(listed) || cell === null ? null : readIssuer(cell, listed, observation);
  if (canonicalJson(known ?? null) === canonicalJson(row)) return nothing;
  let next: EdgeState = { ...edges, issuers: withRow(edges.issuers, rowId, row) };
  const place = { source, from: 'asset', role: 'issuer' as const };
  if (setOf(next, place) === undefined && row?.isNew === true) {
    next = withSet(next, { ...place, to: [], at: observation.observedAt });
  }
  const register = row?.register ?? known?.register ?? '';
  // Another LEI of the entity that the row names corrects the earlier one, as the change of the cell states.
  const isCorrected = known !== undefined && row !== null && hasSameName(known.issuer, row.issuer);
  const reported: ReportedSet = reportSet(
    next,
    { ...causeOf(reading), ...place, register, to: issuersOf(next, source), reportedBy: 'cell', comparable: true },
    ({ event }) => isCorrected || event === 'detail',
  );
  return derived(observed, reported.edges, reported.changes);
}

/** Each issuer that rows of a register name, once. */
function issuersOf({ issuers }: EdgeState, source: string): readonly EdgeParty[] {
  const named = Object.values(issuers).flatMap((row) => (row.source === source ? [row.issuer] : []));
  const byLei = new Map(named.map((issuer) => [issuer.lei ?? '', issuer]));
  return [...byLei.values()].sort((a, b) => ((a.lei ?? '') < (b.lei ?? '') ? -1 : 1));
}

function causeOf({ observed, before, inForce }: RowReading): Pick<Statement, 'cause' | 'old' | 'issuer' | 'inForce'> {
  const { state, observation: cause } = observed;
  const issuer = issuerKeys(partsOf(state, cause.assetId));
  return { cause, old: before === undefined || before.ended === true ? null : sideOf(before), issuer, inForce };
}

/** Rows of departed subjects leave the state without a change. */
export function closeEdgeRows(state: KeyedState, { assetId, departed }: Departure): readonly EndedFact[] {
  const edges = edgesOf(state, assetId);
  const isOfDeparted = (row: { readonly subjectKey: string; readonly sinceObservationId: string }): boolean =>
    departed.some((one) => one.subjectKey === row.subjectKey && one.sinceObservationId === row.sinceObservationId);
  const rest = <R extends { readonly subjectKey: string; readonly sinceObservationId: string }>(
    rows: Readonly<Record<string, R>>,
  ): Readonly<Record<string, R>> => Object.fromEntries(Object.entries(rows).filter(([, row]) => !isOfDeparted(row)));
  let next: EdgeState = {
    ...edges,
    relations: rest(edges.relations),
    exceptions: rest(edges.exceptions),
    issuers: rest(edges.issuers),
  };
  if (canonicalJson(next) === canonicalJson(edges)) return [];
  for (const set of Object.values(edges.sets)) {
    if (set.role !== 'issuer' || !isSourceOf('register', set.source)) continue;
    const to = issuersOf(next, set.source);
    next = to.length === 0 ? withoutSet(next, set) : withSet(next, { ...set, to });
  }
  putEdges(state, assetId, next);
  return [];
}
