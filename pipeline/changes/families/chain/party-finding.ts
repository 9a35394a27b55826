import type { Comparison } from '../../../impact/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { Finding } from '../../finding.ts';
import { fillWording } from '../../../text/template.ts';
import { authorityField, inSentence } from './labels.ts';
import { authorityTexts } from './templates.ts';
import { readingOf } from './text.ts';
import type { ReportContext } from './with-drafts.ts';

/** A difference in who has power over the token. */
export interface PartyEvent {
  /** Authority type it serves. */
  readonly type: string;
  readonly text: Exclude<keyof typeof authorityTexts, 'draft' | 'withdrawn'>;
  readonly before: string;
  readonly after: string;
  readonly changeKind: ChangeKind;
  readonly kind?: ExplanationKind;
  readonly comparison: Comparison;
  /** Further slots of the text. */
  readonly slots?: {
    readonly account?: string;
    readonly contract?: string;
    readonly role?: string;
    readonly difference?: string;
  };
  /** Absent: true. */
  readonly comparable?: boolean;
  readonly faint?: boolean;
}

export function partyFinding(event: PartyEvent, { stage, observation }: ReportContext): Finding {
  const { type, before, after, comparison, slots = {} } = event;
  const field = authorityField(type);
  const text = stage === 'draft' ? 'draft' : stage === 'superseded' ? 'withdrawn' : event.text;
  const wording = fillWording(authorityTexts[text], {
    subject: field.label,
    authority: inSentence(field),
    before,
    after,
    read: readingOf(observation),
    account: slots.account ?? '',
    contract: slots.contract ?? '',
    role: slots.role ?? '',
    difference: slots.difference ?? '',
  });
  return {
    category: 'party_edge',
    kind: event.kind ?? 'authority_changed',
    changeKind: stage === 'superseded' ? 'corrected' : event.changeKind,
    stage,
    comparable: event.comparable ?? true,
    ...(event.faint === true ? { faint: true } : {}),
    comparison,
    wording,
    field,
    before,
    after,
    previous: { label: field.label, value: before, note: null },
    current: { label: field.label, value: after, note: null },
  };
}
