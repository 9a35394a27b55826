import type { ListMatchValue } from '../../../../schemas/facts.ts';
import { accept, change, type Circumstances, type Decision, type Finding, revision } from '../../finding.ts';
import { isDismissed, isEstablished, type MatchContext, type Review, noContext } from './match-context.ts';
import { comparisonWith, type FindingPart, matchFinding, type SeenMatch } from './match-finding.ts';
import { reopenedSentence, type TextName } from './text.ts';
import { endedPhrase, statesTheSame, textFor } from './match-texts.ts';
import { sanctionsPhrases } from './phrases.ts';

/** Matches with an entry of a sanctions list. The first match is a change already: the entry states since when. */
export function compareMatch(
  circumstances: Circumstances<ListMatchValue>,
  current: ListMatchValue,
  context: MatchContext,
): Decision {
  const { draft } = circumstances;
  const { review } = context;
  if (draft !== null) {
    return reviseCandidate({ ...circumstances, old: draft.old, context }, current, circumstances.old ?? null);
  }
  const seen: SeenMatch = { ...circumstances, context };
  const old = seen.old ?? null;
  const wasOpen = old?.status === 'matched' && !isDismissed(old, review);
  if (current.status === 'cleared') {
    if (!wasOpen) return accept;
    return change(current.clearedBy === 'asset' ? renamed(seen, old, current) : removed(seen, old, current));
  }
  if (isDismissed(current, review)) return wasOpen ? change(removed(seen, old, current)) : accept;
  if (!wasOpen) return change(isEstablished(current, review) ? added(seen, current) : candidate(seen, current));
  return sameParticulars(old, current) ? accept : change(amended(seen, old, current));
}

/** The next revision of an open candidate after an operator's review. */
export function reviewMatch(match: ListMatchValue, review: Review): Finding {
  const seen: SeenMatch = {
    old: null,
    draft: null,
    sameLineage: true,
    field: 'match',
    observedAt: review.at,
    context: { ...noContext, review },
  };
  if (review.verdict === 'confirmed') return added(seen, match);
  return matchFinding(seen, match, comparisonWith(null, match), {
    kind: 'list_candidate',
    changeKind: 'corrected',
    stage: 'superseded',
    withdrawnBy: 'review',
    text: match.byName?.similar === undefined ? 'dismissed' : 'similarDismissed',
    after: sanctionsPhrases.dismissed,
  });
}

/** A match whose review was taken back is a candidate, as at its first reading. */
export const reopenedMatch = (match: ListMatchValue, context: ReopenContext): Finding =>
  candidate(circumstancesOf(context), match);

/** The end of a match that a review had confirmed, because that review was taken back. */
export const unconfirmedMatch = (match: ListMatchValue, context: ReopenContext): Finding =>
  matchFinding({ ...circumstancesOf(context), old: match }, match, comparisonWith(match, match), {
    kind: 'list_match_removed',
    changeKind: 'removed',
    stage: 'confirmed',
    withdrawnBy: 'review',
    text: 'unconfirmed',
    after: sanctionsPhrases.unconfirmed,
  });

type ReopenContext = MatchContext & { readonly review: Review };

const circumstancesOf = (context: ReopenContext): SeenMatch => ({
  old: null,
  draft: null,
  sameLineage: true,
  field: 'match',
  observedAt: context.review.at,
  context,
});

/** What an asset stopped naming: the subject of a match, or only its party. */
export interface DepartedPart {
  readonly what: 'subject' | 'party';
  /** Milliseconds. */
  readonly at: number;
}

/** Ends a match because the asset no longer names its subject or its party. Null when the match was not open. */
export function closeMatch(
  last: ListMatchValue,
  draft: { readonly old: ListMatchValue | null } | null,
  left: DepartedPart,
  context: MatchContext,
): Finding | null {
  if (draft === null && (last.status === 'cleared' || isDismissed(last, context.review))) return null;
  const seen: SeenMatch = { old: last, draft: null, sameLineage: true, field: 'match', observedAt: left.at, context };
  const part: FindingPart =
    draft === null
      ? {
          kind: 'list_match_removed',
          changeKind: 'removed',
          stage: 'confirmed',
          text: 'subjectLeft',
          after: sanctionsPhrases.left,
        }
      : {
          kind: 'list_candidate',
          changeKind: 'corrected',
          stage: 'superseded',
          withdrawnBy: 'terms',
          text: 'candidateLeft',
          after: sanctionsPhrases.left,
        };
  const old = draft === null ? last : draft.old;
  // The asset still names the identifier, as that of another party, so the text is about the party.
  const named: ListMatchValue = left.what === 'party' ? { ...last, subject: { ...last.subject, kind: 'party' } } : last;
  return matchFinding(seen, named, { comparison: 'list_match', old, new: null }, part);
}

/** `last` is the reading that the draft stated. */
function reviseCandidate(seen: SeenMatch, current: ListMatchValue, last: ListMatchValue | null): Decision {
  if (current.status === 'cleared') {
    const isRenamed = current.clearedBy === 'asset';
    const part: FindingPart = {
      kind: 'list_candidate',
      changeKind: 'corrected',
      stage: 'superseded',
      ...(isRenamed ? { withdrawnBy: 'terms' } : {}),
      text: isRenamed
        ? textFor(current, { byKey: 'renamedWithdrawn', byName: 'renamedWithdrawn', bySimilar: 'similarEnded' })
        : textFor(current, {
            byKey: 'sameKeyWithdrawn',
            byName: 'sameNameWithdrawn',
            bySimilar: 'similarWithdrawn',
            other: 'withdrawn',
          }),
      after: isRenamed ? endedPhrase(current) : sanctionsPhrases.cleared,
    };
    return revision(matchFinding(seen, current, comparisonWith(null, current), part));
  }
  if (isEstablished(current, seen.context.review)) return revision(added(seen, current));
  if (isDismissed(current, seen.context.review)) return revision(covered(seen, current));
  return last === null || statesTheSame(last, current) ? accept : revision(candidate(seen, current));
}

const added = (seen: SeenMatch, current: ListMatchValue): Finding =>
  matchFinding({ ...seen, sameLineage: true }, current, comparisonWith(null, current), {
    kind: 'list_match_added',
    changeKind: 'listed',
    stage: 'confirmed',
    text: current.level === 'L1' ? 'added' : current.level === 'L5' ? 'addedLinked' : 'reviewed',
  });

function candidate(seen: SeenMatch, current: ListMatchValue): Finding {
  const { review } = seen.context;
  const found = matchFinding({ ...seen, sameLineage: true }, current, comparisonWith(null, current), {
    kind: 'list_candidate',
    changeKind: 'listed',
    stage: 'draft',
    text: textFor(current, { byKey: 'sameKey', byName: 'sameName', bySimilar: similarText(seen), other: 'candidate' }),
  });
  if (review?.verdict !== 'reopened') return found;
  const whatDetail = `${found.wording.whatDetail} ${reopenedSentence(review)}`;
  return { ...found, wording: { ...found.wording, whatDetail } };
}

function removed(seen: SeenMatch, old: ListMatchValue, current: ListMatchValue): Finding {
  // The entry lost its identifier. What is left is a match by name, which was dismissed, so the text shows the old match.
  const gone = current.status === 'cleared' ? current : { ...old, asOf: current.asOf };
  return matchFinding(seen, gone, comparisonWith(old, current), {
    kind: 'list_match_removed',
    changeKind: 'delisted',
    stage: 'confirmed',
    text: textFor(gone, { byKey: 'removed', byName: 'removedByName', other: 'removed' }),
    after: sanctionsPhrases.cleared,
  });
}

/** The names of the party changed in the registry; the list entry did not. */
const renamed = (seen: SeenMatch, old: ListMatchValue, current: ListMatchValue): Finding =>
  matchFinding(
    seen,
    current,
    { comparison: 'list_match', old, new: null },
    {
      kind: 'list_match_removed',
      changeKind: 'removed',
      stage: 'confirmed',
      text: textFor(old, { byKey: 'renamed', byName: 'renamed', bySimilar: 'similarMatchEnded' }),
      after: endedPhrase(old),
    },
  );

const amended = (seen: SeenMatch, old: ListMatchValue, current: ListMatchValue): Finding =>
  matchFinding(seen, current, comparisonWith(old, current), {
    kind: 'list_match_amended',
    changeKind: 'amended',
    stage: 'confirmed',
    text: textFor(current, { byKey: 'amended', byName: 'amendedByName', other: 'amended' }),
  });

/** The name that the draft was about is gone, and a dismissal covers those that are left. */
const covered = (seen: SeenMatch, current: ListMatchValue): Finding =>
  matchFinding(seen, current, comparisonWith(null, current), {
    kind: 'list_candidate',
    changeKind: 'corrected',
    stage: 'superseded',
    withdrawnBy: 'review',
    text: current.byName?.similar === undefined ? 'dismissed' : 'similarCovered',
    after: sanctionsPhrases.dismissed,
  });

/** A candidate whose earlier one was dismissed states when and why. */
const similarText = ({ context: { review } }: SeenMatch): TextName =>
  review?.verdict === 'dismissed' ? 'similarAgain' : 'similarName';

/** Whether the list states the same particulars. The time of reading and the roles of the subject do not count. */
const sameParticulars = (left: ListMatchValue, right: ListMatchValue): boolean =>
  left.entryName === right.entryName &&
  isEstablished(left, null) === isEstablished(right, null) &&
  left.listedOn === right.listedOn &&
  sameSet(left.programs, right.programs) &&
  // For a match by name, `listedAs` depends on the names in our registry, so a difference is not the list's.
  ((left.byName !== undefined && right.byName !== undefined) || sameSet(left.listedAs, right.listedAs)) &&
  sameSet(left.countries ?? [], right.countries ?? []) &&
  sameSet(left.dates ?? [], right.dates ?? []);

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((member) => right.includes(member)) && right.every((member) => left.includes(member));
