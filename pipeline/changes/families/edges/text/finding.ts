import type { ReviewValue } from '../../../../../schemas/facts.ts';
import type { PartyRole } from '../../../../../schemas/vocabulary.ts';
import type { Comparison, Stage } from '../../../../impact/facts.ts';
import type { Finding } from '../../../finding.ts';
import { fill, fillWording } from '../../../../text/template.ts';
import { clipped, formatDate, formatIsoDate, orElse, quotedSentence } from '../../../../text/values.ts';
import type { EdgeEvent } from '../compare-sets.ts';
import { roleLabels } from './labels.ts';
import { edgePhrases, edgeTexts, reportedByTexts } from './templates.ts';
import { partyText, wholeText } from './text.ts';

/** How an event is reported. */
export interface EdgeReport {
  readonly role: PartyRole;
  /** "of the token", "of the issuer". */
  readonly of: string;
  /** The source in the middle of a sentence. */
  readonly source: string;
  readonly stage: Stage;
  readonly comparable: boolean;
  /** When the reading was made, milliseconds. */
  readonly observedAt: number;
  /** A day that the source stated before has begun; no reading states the event. */
  readonly isDay: boolean;
  readonly isOnly: boolean;
  /** Why a register reports no such party, in words; null when it states no reason. */
  readonly reason: string | null;
  /** Another change that reports the same event. */
  readonly reportedBy: keyof typeof reportedByTexts | null;
  readonly classes: Extract<Comparison, { readonly comparison: 'party_edge' }>['classes'];
  /** A remark about the party, as a sentence. */
  readonly note: string | null;
  /** An operator's review that dismissed the draft; null for every other event. */
  readonly dismissal: Pick<ReviewValue, 'by' | 'why'> | null;
}

const kinds = {
  added: { kind: 'edge_added', changeKind: 'added' },
  removed: { kind: 'edge_removed', changeKind: 'removed' },
  replaced: { kind: 'edge_replaced', changeKind: 'replaced' },
  detail: { kind: 'edge_detail_changed', changeKind: 'changed' },
} as const;

/** The finding of one event in a role. */
export function edgeFinding(event: EdgeEvent, report: EdgeReport): Finding {
  const { role, of, source, stage, observedAt, isOnly, reason, reportedBy, classes, note, dismissal } = report;
  const { role: roleText, ...field } = roleLabels[role];
  const { kind, changeKind } = kinds[event.event];
  const [before, after] = [event.before, event.after].map((party) => (party === null ? null : partyText(party)));
  const slots = { role: roleText, of, before: before ?? '', after: after ?? '' };
  const wording = fillWording(edgeTexts[textOf(event, report)], {
    ...slots,
    label: field.label,
    source,
    date: formatDate(observedAt),
    since: formatIsoDate(event.after?.since ?? ''),
    until: formatIsoDate(event.before?.until ?? ''),
    beforeWhole: event.before === null ? '' : wholeText(event.before),
    afterWhole: event.after === null ? '' : wholeText(event.after),
    difference: fill(differences[event.event], slots),
    reason: reason ?? '',
    elsewhere: reportedBy === null ? '' : reportedByTexts[reportedBy],
    by: orElse(clipped(dismissal?.by ?? '', longestName), edgePhrases.reviewer),
    why: quotedSentence(dismissal?.why ?? ''),
  });
  return {
    category: 'party_edge',
    kind,
    changeKind: stage === 'superseded' ? 'corrected' : changeKind,
    stage,
    comparable: report.comparable,
    ...(dismissal === null ? {} : { withdrawnBy: 'review' }),
    comparison: {
      comparison: 'party_edge',
      event: event.event,
      role,
      isOnly,
      isExcused: reason !== null,
      isReportedElsewhere: reportedBy !== null,
      classes,
    },
    wording,
    field: { name: role, ...field },
    before: event.before === null ? null : wholeText(event.before),
    after: event.after === null ? null : wholeText(event.after),
    previous: { label: field.label, value: before ?? edgePhrases.noParty, note: null },
    current: { label: field.label, value: after ?? edgePhrases.noParty, note },
  };
}

const differences = {
  added: edgePhrases.nowNamed,
  removed: edgePhrases.nowGone,
  replaced: edgePhrases.nowOther,
  detail: edgePhrases.nowNamed,
} as const;

function textOf(
  { event, after }: EdgeEvent,
  { stage, dismissal, reason, observedAt, isDay }: EdgeReport,
): keyof typeof edgeTexts {
  if (dismissal !== null) return 'reviewed';
  if (stage === 'draft') return 'draft';
  if (stage === 'superseded') return 'withdrawn';
  if (event === 'removed' && reason !== null) return 'removedWithReason';
  if (event === 'removed') return isDay ? 'ended' : 'removed';
  return event === 'added' && isLater(after?.since, observedAt) ? 'addedFrom' : event;
}

/** Whether the day begins after the time. */
const isLater = (day: string | undefined, time: number): boolean =>
  day !== undefined && Date.parse(`${day}T00:00:00Z`) > time;

const longestName = 100;
