import { obligationTexts } from '../../../../schemas/obligations.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';

type NotificationKind = Term<'notificationKind'>;

/** The texts of a notification. */
export interface NoticeText {
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly headline: string;
  readonly impact: string;
}

/** Texts of the notification of a change. */
export const textOfChange = (change: Change): NoticeText => ({
  kind: kindOf(change),
  title: change.title,
  body: bodyOf(change),
  headline: change.explanation.headline,
  impact: change.impact ?? change.explanation.impact,
});

/** Kinds of a change in one cell of a register: its notice needs the old and the new text of the cell. */
const cellKinds: ReadonlySet<string> = new Set(['register_detail_changed', 'register_corrected']);

const bodyOf = ({ detail, explanation }: Change): string =>
  cellKinds.has(explanation.kind) ? `${detail} ${explanation.whatDetail}` : detail;

/** The notification kind of a change (conformance B-87). A sanctions list is a register of persons. */
function kindOf({ category, fieldGroup, explanation }: Change): NotificationKind {
  switch (category) {
    case 'register':
    case 'sanctions':
      return 'register_change';
    case 'party_edge':
      return 'party_edge_change';
    case 'disclosure_field':
      if (explanation.kind === 'sources_disagree') return 'tokenomics_disagreement';
      return fieldGroup === 'tokenomics' ? 'tokenomics_change' : 'disclosure_change';
    default:
      return 'disclosure_change';
  }
}

const verdictTitles: Readonly<Record<string, (assetName: string) => string>> = {
  obligation_regime_added: (assetName) => `${assetName} falls under another regime`,
  obligation_not_evidenced: (assetName) => `${assetName}: evidence was not found`,
  obligation_verdict_change: (assetName) => `${assetName}: the evidence of an obligation changed`,
} satisfies Partial<Readonly<Record<NotificationKind, (assetName: string) => string>>>;

/** The notified one of the verdicts with one cause. */
interface NoticedVerdict {
  readonly kind: string;
  /** Of the obligation; empty for a regime. */
  readonly id: string;
  /** Its statement, and how many others have the cause. */
  readonly text: string;
  readonly statement: string;
  readonly assetName: string;
}

const regimeStake =
  'From now on the issuer has to evidence the obligations of this regime: what published sources do not show is reported here.';

/** Of an obligation that this version does not know. */
const unknownStake = 'It states what published sources show, by our reading of the rules. It is no legal opinion.';

/** Texts of verdicts with one cause. */
export function textOfVerdict({ kind, id, text, statement, assetName }: NoticedVerdict): NoticeText {
  const title = verdictTitles[kind]?.(assetName) ?? assetName;
  const impact = id === '' ? regimeStake : (obligationTexts[id]?.stake ?? unknownStake);
  return { kind, title, body: text, headline: statement, impact };
}

export interface EndedIntake {
  readonly kind: string;
  /** A `stateReason` when unresolved; when partial, each `intakeGap`, separated by spaces. */
  readonly reason: string | null;
  readonly assetName: string;
  /** Headlines of the confirmed sanctions matches that were open when it ended. */
  readonly openMatches: readonly string[];
  /** Documents that the record declares: it does not state which of them were read. */
  readonly documents: number;
}

/** Texts of an ended intake. */
export function textOfIntake({ kind, reason, assetName, openMatches, documents }: EndedIntake): NoticeText {
  if (kind === ('intake_unresolved' satisfies NotificationKind)) {
    return {
      kind,
      title: `${assetName} cannot be monitored`,
      body: `The intake of ${assetName} ended without a result: ${reasons[reason ?? ''] ?? reasons['internal']}.`,
      headline: `Intake of ${assetName} ended unresolved`,
      impact: 'No changes are reported for this asset; it still counts against the watchlist limit.',
    };
  }
  const partly = kind === ('intake_partial' satisfies NotificationKind);
  const found = partly
    ? `${assetName} is monitored, but ${missingParts(reason)}.`
    : `${assetName} is monitored from now on.`;
  const open = openMatches.length === 0 ? '' : ` Already open when monitoring began: ${openMatches.join('; ')}.`;
  return {
    kind,
    title: partly ? `${assetName} is monitored in part` : `${assetName} is monitored`,
    body: `${found}${open}${declaredText(documents)}`,
    headline: partly ? `Intake of ${assetName} ended with gaps` : `Intake of ${assetName} is complete`,
    impact: 'Changes of this asset are reported from now on.',
  };
}

function declaredText(documents: number): string {
  if (documents === 0) return '';
  return documents === 1
    ? ' 1 document is declared; the coverage of the token shows whether it is read.'
    : ` ${documents} documents are declared; the coverage of the token shows which of them are read.`;
}

/** What is missing of an asset that is monitored in part, as the end of a sentence. */
export function missingParts(reason: string | null): string {
  const parts = (reason ?? '').split(' ').flatMap((gap) => gaps[gap] ?? []);
  const last = parts.pop();
  if (last === undefined) return 'some of its sources could not be taken in';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

const gaps: Readonly<Record<string, string>> = {
  chain_not_observed: 'its chain is not observed',
  chain_unreadable: 'its chain could not be read',
  no_sources: 'it has no source to read',
  no_issuer: 'it names no issuer',
} satisfies Record<Term<'intakeGap'>, string>;

/** Why an item is unresolved, as the end of a sentence. */
export const reasons: Readonly<Record<string, string>> = {
  unsupported_chain: 'its chain is not observed and it names no party to screen',
  contract_not_found: 'there is no contract at its address',
  no_sources: 'it has no source to read',
  source_unreachable: 'its sources could not be reached',
  duplicate_asset: 'it is registered under another id as well',
  internal: 'the service failed; the intake is tried again',
} satisfies Record<Term<'stateReason'>, string>;
