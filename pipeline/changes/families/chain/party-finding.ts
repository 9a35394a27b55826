import type { Comparison } from '../../../impact/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { Finding } from '../../finding.ts';
import { fillWording } from '../../../text/template.ts';
import { stagedWording } from './staged-wording.ts';
import { authorityTerm } from '../../../../schemas/terms/authorities.ts';
import { authoritiesText, authorityField, inSentence } from './labels.ts';
import { authorityTexts } from './templates.ts';
import { readingOf } from './text.ts';
import type { ReportContext } from './with-drafts.ts';

/** A difference in who has power over the token. */
export interface PartyEvent {
  /** Authority types that the account or role serves: the first one is the field. None: the owner authority is. */
  readonly serves: readonly string[];
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
    readonly votes?: string;
    readonly period?: string;
    readonly holding?: string;
  };
  /** Absent: true. */
  readonly comparable?: boolean;
  readonly faint?: boolean;
}

export function partyFinding(event: PartyEvent, { stage, observation }: ReportContext): Finding {
  const { serves, before, after, comparison, slots = {} } = event;
  const [type = 'owner', ...others] = serves;
  const field = authorityField(type);
  const authority = others.length === 0 ? inSentence(field) : authoritiesText([type, ...others]);
  const given = {
    subject: field.label,
    authority,
    can: authorityTerm(type).can || `can use the ${authority}`,
    before,
    after,
    read: readingOf(observation),
    account: slots.account ?? '',
    contract: slots.contract ?? '',
    role: slots.role ?? '',
    difference: slots.difference ?? '',
    votes: slots.votes ?? '',
    period: slots.period ?? '',
    holding: slots.holding ?? '',
  };
  const wording = stagedWording(stage, fillWording(authorityTexts[event.text], given), (staged, change) =>
    fillWording(authorityTexts[staged], { ...given, ...change }),
  );
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
