/** Events that one reading alone states: each is a draft of its own, which later readings confirm or withdraw. */
import type { EdgeParty } from '../../../../../schemas/facts.ts';
import { emitDrafts } from '../../../drafts/emit-drafts.ts';
import { type DraftStep, followDrafts } from '../../../drafts/follow-drafts.ts';
import type { EdgeEvent } from '../compare-sets.ts';
import type { EdgeState, ReportedEvent, StatedEdges } from '../edge-state.ts';
import { isSameParty, partyKey } from '../../../../parties/identity.ts';
import { reportEvent, type Statement } from './report-event.ts';

type EventStep = DraftStep<EdgeEvent, ReportedEvent>;

interface ReadEvents {
  /** What all sources state, before this reading. */
  readonly edges: EdgeState;
  readonly statement: Statement;
  /** The set before this reading. */
  readonly known: StatedEdges;
  readonly found: readonly EdgeEvent[];
  readonly isConfirmed: (draft: ReportedEvent) => boolean;
  readonly isAtOnce: (event: EdgeEvent) => boolean;
  /** The parties that the source named before the event; absent: those of the set. */
  readonly beforeOf?: (step: EventStep) => readonly EdgeParty[];
}

/**
 * Follows the drafts of a set. A confirmed event is established as it was first read: particulars that a later reading states
 * otherwise are an event of their own.
 */
export function followEvents({
  edges,
  statement,
  known,
  found,
  isConfirmed,
  isAtOnce,
  beforeOf = () => known.to,
}: ReadEvents): ReturnType<typeof emitDrafts<EdgeEvent, ReportedEvent>> {
  const { steps, open } = followDrafts({ open: known.open ?? [], found, same: isSameEvent, isConfirmed, isAtOnce });
  const asFirstRead = steps.map((step) => ({ ...step, difference: step.draft?.difference ?? step.difference }));
  return emitDrafts({ steps: asFirstRead, open }, (step) =>
    reportEvent(edges, statement, step, { before: beforeOf(step) }),
  );
}

const isSameEvent = (left: EdgeEvent, right: EdgeEvent): boolean =>
  left.event === right.event && left.key === right.key;

export const hasEvent = (events: readonly EdgeEvent[], event: EdgeEvent): boolean =>
  events.some((one) => isSameEvent(one, event));

/** The parties after the events. */
export const withEvents = (parties: readonly EdgeParty[], events: readonly EdgeEvent[]): readonly EdgeParty[] =>
  events
    .reduce<readonly EdgeParty[]>((all, { before, after }) => {
      const rest = before === null ? all : all.filter((one) => !isSameParty(one, before));
      return after === null ? rest : [...rest.filter((one) => !isSameParty(one, after)), after];
    }, parties)
    .toSorted((a, b) => (partyKey(a) < partyKey(b) ? -1 : 1));
