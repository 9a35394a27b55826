import type { ListMatchValue } from '../../schemas/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../schemas/vocabulary.ts';
import type { Comparison, Stage } from '../impact/facts.ts';
import { accept, change, type Circumstances, type Decision, type Finding, revision } from './finding.ts';
import {
  differencesInWords,
  encodingsInWords,
  particularsInWords,
  sanctionsSlots,
  type TextName,
} from './sanctions-words.ts';
import { fillWording } from './template.ts';
import { sanctionsField, sanctionsPhrases, sanctionsTexts } from './texts/sanctions.ts';

type Seen = Circumstances<ListMatchValue>;

/** Matches with an entry of a sanctions list (domain 7.3). The first match is news: the entry states since when. */
export function compareMatch(seen: Seen, current: ListMatchValue): Decision {
  if (seen.draft !== null) return reviseCandidate({ ...seen, old: seen.draft.old }, current);
  const old = seen.old ?? null;
  const wasMatched = old?.status === 'matched';
  if (current.status === 'cleared') return wasMatched ? change(removed(seen, old, current)) : accept;
  if (!wasMatched) return change(isExact(current) ? added(seen, current) : candidate(seen, current));
  return sameParticulars(old, current) ? accept : change(amended(seen, old, current));
}

/** The end of a match because the asset no longer names the subject. `observedAt` is when it stopped naming it. */
export function closeMatch(
  last: ListMatchValue,
  draft: { readonly old: ListMatchValue | null } | null,
  observedAt: number,
): Finding | null {
  if (last.status === 'cleared' && draft === null) return null;
  const seen: Seen = { old: last, draft: null, sameLineage: true, field: 'match', observedAt };
  const part: Part =
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
          text: 'candidateLeft',
          after: sanctionsPhrases.left,
        };
  const old = draft === null ? last : draft.old;
  return finding(seen, last, { comparison: 'list_match', old, new: null }, part);
}

function reviseCandidate(seen: Seen, current: ListMatchValue): Decision {
  if (current.status === 'cleared') {
    const part: Part = {
      kind: 'list_candidate',
      changeKind: 'corrected',
      stage: 'superseded',
      text: current.otherEncoding ? 'sameKeyWithdrawn' : 'withdrawn',
      after: sanctionsPhrases.cleared,
    };
    return revision(finding(seen, current, comparisonWith(null, current), part));
  }
  return isExact(current) ? revision(added(seen, current)) : accept;
}

const isExact = ({ level }: ListMatchValue): boolean => level === 'L1' || level === 'L5';

const added = (seen: Seen, current: ListMatchValue): Finding =>
  finding({ ...seen, sameLineage: true }, current, comparisonWith(null, current), {
    kind: 'list_match_added',
    changeKind: 'listed',
    stage: 'confirmed',
    text: 'added',
    after: particularsInWords(current),
  });

const candidate = (seen: Seen, current: ListMatchValue): Finding =>
  finding({ ...seen, sameLineage: true }, current, comparisonWith(null, current), {
    kind: 'list_candidate',
    changeKind: 'listed',
    stage: 'draft',
    text: current.otherEncoding ? 'sameKey' : 'candidate',
    after: particularsInWords(current),
  });

const removed = (seen: Seen, old: ListMatchValue, current: ListMatchValue): Finding =>
  finding(seen, current, comparisonWith(old, current), {
    kind: 'list_match_removed',
    changeKind: 'delisted',
    stage: 'confirmed',
    text: 'removed',
    after: sanctionsPhrases.cleared,
  });

const amended = (seen: Seen, old: ListMatchValue, current: ListMatchValue): Finding =>
  finding(seen, current, comparisonWith(old, current), {
    kind: 'list_match_amended',
    changeKind: 'amended',
    stage: 'confirmed',
    text: 'amended',
    after: particularsInWords(current),
  });

const comparisonWith = (old: ListMatchValue | null, current: ListMatchValue): Comparison => ({
  comparison: 'list_match',
  old,
  new: current,
});

/** Whether the list states the same; when it was read and what the subject is to the asset is not the list's. */
const sameParticulars = (left: ListMatchValue, right: ListMatchValue): boolean =>
  left.entryName === right.entryName &&
  isExact(left) === isExact(right) &&
  sameSet(left.programs, right.programs) &&
  sameSet(left.listedAs, right.listedAs);

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((member) => right.includes(member)) && right.every((member) => left.includes(member));

interface Part {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  readonly text: TextName;
  readonly after: string;
}

function finding(seen: Seen, stated: ListMatchValue, comparison: Comparison, part: Part): Finding {
  const old = seen.old ?? null;
  const before = old?.status === 'matched' ? particularsInWords(old) : null;
  const isOpen = comparison.new !== null && stated.status === 'matched';
  const { label, meaning, stake } = sanctionsField;
  return {
    category: 'sanctions',
    kind: part.kind,
    changeKind: part.changeKind,
    stage: part.stage,
    comparable: seen.sameLineage,
    faint: part.kind === 'list_candidate' && stated.level === 'L4',
    comparison,
    wording: fillWording(sanctionsTexts[part.text], {
      ...sanctionsSlots(stated, seen.observedAt),
      differences: old === null ? sanctionsPhrases.spelling : differencesInWords(old, stated),
    }),
    field: { name: seen.field, label, meaning, stake },
    before,
    after: part.after,
    previous: { label, value: before ?? sanctionsPhrases.noEntry, note: null },
    current: { label, value: part.after, note: isOpen && stated.otherEncoding ? encodingsInWords(stated) : null },
  };
}
