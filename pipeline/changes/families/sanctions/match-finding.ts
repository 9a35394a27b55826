import type { ListMatchValue } from '../../../../schemas/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { Comparison, Stage, Withdrawal } from '../../../impact/facts.ts';
import type { Circumstances, Finding } from '../../finding.ts';
import type { MatchContext } from './match-context.ts';
import { describeMatch } from './describe-match.ts';
import { formatDifferences, sanctionsSlots, type TextName } from './text.ts';
import { fillWording } from '../../../text/template.ts';
import { sanctionsPhrases } from './phrases.ts';
import { sanctionsField, sanctionsTexts } from './templates.ts';

/** A match with what surrounds it. */
export type SeenMatch = Circumstances<ListMatchValue> & { readonly context: MatchContext };

type MatchComparison = Extract<Comparison, { readonly comparison: 'list_match' }>;

export const comparisonWith = (old: ListMatchValue | null, current: ListMatchValue): MatchComparison => ({
  comparison: 'list_match',
  old,
  new: current,
});

/** What a finding about a match has of its own. */
export interface FindingPart {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  readonly withdrawnBy?: Withdrawal;
  readonly text: TextName;
  /** Left out if the list has the entry: then everything it states about the match. */
  readonly after?: string;
}

/** An instrument that the asset names for its reserve alone, or the issuer of one. */
const isOfReserve = ({ subject: { roles } }: ListMatchValue): boolean =>
  roles.length > 0 && roles.every((role) => role === 'collateral' || role === 'collateral_issuer');

/** The finding of a match as it was seen, with its texts. */
export function matchFinding(
  seen: SeenMatch,
  stated: ListMatchValue,
  comparison: MatchComparison,
  part: FindingPart,
): Finding {
  const old = seen.old ?? null;
  const described = describeMatch(stated);
  const describedOld = old === null ? null : describeMatch(old);
  const before = old?.status === 'matched' ? (describedOld?.particulars ?? null) : null;
  const after = part.after ?? described.particulars;
  const slots = sanctionsSlots(described, seen.observedAt, seen.context);
  const isOpen = comparison.new !== null && stated.status === 'matched';
  const { label, meaning, stake } = sanctionsField;
  return {
    category: 'sanctions',
    kind: part.kind,
    changeKind: part.changeKind,
    stage: part.stage,
    ...(part.withdrawnBy === undefined ? {} : { withdrawnBy: part.withdrawnBy }),
    comparable: seen.sameLineage,
    faint: part.kind === 'list_candidate' && stated.level === 'L4',
    comparison: isOfReserve(stated) ? { ...comparison, comparison: 'collateral_match' } : comparison,
    wording: fillWording(sanctionsTexts[part.text], {
      ...slots,
      differences: describedOld === null ? sanctionsPhrases.spelling : formatDifferences(describedOld, described),
    }),
    field: { name: seen.field, label, meaning, stake },
    before,
    after,
    previous: { label, value: before ?? sanctionsPhrases.noEntry, note: null },
    current: { label, value: after, note: isOpen && stated.otherEncoding ? slots.encodings : null },
  };
}
