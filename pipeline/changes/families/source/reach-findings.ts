/** Findings about whether, where and in which form a source can be read. Times are milliseconds. */
import type { CaptureComparison, SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { Stage } from '../../../impact/facts.ts';
import type { Finding } from '../../finding.ts';
import { fillWording } from '../../../text/template.ts';
import { classTexts, outcomeTexts, sourceDriftTexts, sourcePhrases } from './templates.ts';
import { publisherOf } from '../../../text/publisher-text.ts';
import { formatDate } from '../../../text/values.ts';
import { sourceFinding } from './source-finding.ts';
import type { FailedChecks, Misread } from './source-state.ts';
import { formatAddress, formatMeasures, namesOf, publishedNamesOf } from './text.ts';

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
      ...publishedNamesOf(seen, url),
      outcome,
      checks: String(failed.checks),
      since: formatDate(failed.since),
      date: formatDate(seen.observedAt),
      readAt: formatDate(readAt),
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
      ...publishedNamesOf(seen, url),
      checks: String(failed.checks),
      since: formatDate(failed.since),
      date: formatDate(seen.observedAt),
    }),
    before: sourcePhrases.notReadable,
    after: sourcePhrases.readable,
  });

/** `from`, `to`: addresses on the two sites; `since`: time of the first capture that showed the new site. */
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
  const before = formatAddress(given.from);
  const after = formatAddress(given.to);
  const { isSimilar } = given;
  const slots = {
    ...namesOf(seen),
    from: publisherOf(given.from),
    to: publisherOf(given.to),
    since: formatDate(given.since),
    date: formatDate(seen.observedAt),
    more: formatMeasures(given.comparison),
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

/** The address answers with something else than the document. `found` is its value if it could be read. */
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
  const slots = { ...publishedNamesOf(seen, url), date: formatDate(seen.observedAt) };
  const oldClass = classTexts[old.documentClass];
  const foundClass = classTexts[found?.documentClass ?? 'other'];
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
  (outcomeTexts as Readonly<Record<string, string>>)[fetchOutcome] ?? fetchOutcome;
