/** Whether, where and as what a source is read, as findings (domain 7.1). Times are milliseconds. */
import type { CaptureComparison, SourceCaptureValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { Stage } from '../../impact/facts.ts';
import type { Finding } from '../finding.ts';
import { fillWording } from '../template.ts';
import { classesInWords, outcomesInWords, sourceDriftTexts, sourcePhrases } from '../texts/sources.ts';
import { dateInWords } from '../words.ts';
import { sourceFinding } from './source-finding.ts';
import type { FailedChecks, Misread } from './source-state.ts';
import { addressInWords, measuresInWords, namesOf } from './source-words.ts';

/** `readAt`: when it was last read. */
export function unreachable(
  seen: Observation,
  { failed, readAt, url }: { readonly failed: FailedChecks; readonly readAt: number; readonly url: string },
): Finding {
  const outcome = outcomeOf(seen);
  return sourceFinding(seen, {
    kind: 'source_unreachable',
    event: 'source_unreachable',
    changeKind: 'unreachable',
    wording: fillWording(sourceDriftTexts.unreachable, {
      ...namesOf(seen),
      url: addressInWords(url),
      outcome,
      checks: String(failed.checks),
      since: dateInWords(failed.since),
      date: dateInWords(seen.observedAt),
      readAt: dateInWords(readAt),
    }),
    before: sourcePhrases.readable,
    after: outcome,
  });
}

export const restored = (
  seen: Observation,
  { failed, url }: { readonly failed: FailedChecks; readonly url: string },
): Finding =>
  sourceFinding(seen, {
    kind: 'source_restored',
    event: 'source_restored',
    changeKind: 'restored',
    wording: fillWording(sourceDriftTexts.restored, {
      ...namesOf(seen),
      url: addressInWords(url),
      checks: String(failed.checks),
      since: dateInWords(failed.since),
      date: dateInWords(seen.observedAt),
    }),
    before: sourcePhrases.notReadable,
    after: sourcePhrases.readable,
  });

/** `from`, `to`: addresses on the two sites; `since`: the capture that showed it first. */
export function moved(
  seen: Observation,
  stage: Stage,
  given: {
    readonly from: string;
    readonly to: string;
    readonly since: number;
    readonly isSimilar: boolean | null;
    readonly comparison: CaptureComparison | null;
  },
): Finding {
  const before = addressInWords(given.from);
  const after = addressInWords(given.to);
  const { isSimilar } = given;
  const slots = {
    ...namesOf(seen),
    before,
    after,
    since: dateInWords(given.since),
    date: dateInWords(seen.observedAt),
    more: measuresInWords(given.comparison),
  };
  const text =
    stage === 'draft'
      ? 'movedDraft'
      : stage === 'superseded'
        ? 'movedWithdrawn'
        : isSimilar === null
          ? 'movedUncompared'
          : isSimilar
            ? 'moved'
            : 'movedChanged';
  return sourceFinding(seen, {
    kind: 'source_moved',
    event: 'source_moved',
    changeKind: stage === 'superseded' ? 'corrected' : 'moved',
    stage,
    isSimilar,
    wording: fillWording(sourceDriftTexts[text], slots),
    before,
    after: stage === 'superseded' ? before : after,
  });
}

/** What the address answers with instead of the document. `found`: what it is, when it was read. */
export function misreadAs(
  seen: Observation,
  misread: Misread,
  {
    old,
    found,
    url,
  }: {
    readonly old: SourceCaptureValue;
    readonly found: SourceCaptureValue | null;
    readonly url: string;
  },
): Finding {
  const slots = { ...namesOf(seen), url: addressInWords(url), date: dateInWords(seen.observedAt) };
  const oldClass = classesInWords[old.documentClass];
  const foundClass = classesInWords[found?.documentClass ?? 'other'];
  return sourceFinding(seen, {
    kind: 'content_drift',
    event: 'wrong_type',
    changeKind: 'changed',
    faint: true,
    wording:
      misread === 'anti_bot'
        ? fillWording(sourceDriftTexts.automatedRefused, slots)
        : fillWording(sourceDriftTexts.otherKind, { ...slots, class: foundClass, oldClass }),
    before: oldClass,
    after: misread === 'anti_bot' ? outcomeOf(seen) : foundClass,
  });
}

const outcomeOf = ({ fetchOutcome }: Observation): string =>
  (outcomesInWords as Readonly<Record<string, string>>)[fetchOutcome] ?? fetchOutcome;
