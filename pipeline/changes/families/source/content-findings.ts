/** Findings about the content of a source. Times are milliseconds. */
import type { CaptureComparison, SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { PendingCaptures } from '../../../documents/captures/accepted-text.ts';
import type { Finding } from '../../finding.ts';
import { fill, fillWording } from '../../../text/template.ts';
import { classTexts, sourceDriftTexts, sourcePhrases } from './templates.ts';
import { formatDate } from '../../../text/values.ts';
import { sourceFinding, type SourcePart } from './source-finding.ts';
import { formatDifferences, formatMeasures, namesOf, formatPassages } from './text.ts';

/** Two captures of a source and their comparison. */
export interface CapturePair {
  readonly old: SourceCaptureValue;
  readonly new: SourceCaptureValue;
  readonly comparison: CaptureComparison | null;
  readonly isSimilar: boolean | null;
}

export const rewritten = (seen: Observation, compared: CapturePair): Finding =>
  contentFinding(seen, compared, {
    kind: 'source_rewritten',
    event: 'source_rewritten',
    changeKind: 'changed',
    wording: fillWording(sourceDriftTexts.rewritten, {
      ...namesOf(seen),
      date: formatDate(seen.observedAt),
      words: String(compared.new.words),
      more: formatMeasures(compared.comparison),
    }),
  });

export function drifted(seen: Observation, compared: CapturePair): Finding {
  const slots = { ...namesOf(seen), date: formatDate(seen.observedAt), words: String(compared.new.words) };
  const { comparison } = compared;
  return contentFinding(seen, compared, {
    kind: 'content_drift',
    event: 'content_drift',
    changeKind: 'changed',
    wording:
      comparison === null
        ? fillWording(sourceDriftTexts.driftUncompared, slots)
        : fillWording(sourceDriftTexts.drift, {
            ...slots,
            differences: formatDifferences(comparison),
            more: formatMeasures(comparison) + formatPassages(comparison),
          }),
  });
}

/** A removal that several captures confirmed. */
export const partRemoved = (
  seen: Observation,
  compared: CapturePair & { readonly comparison: CaptureComparison },
  agreed: PendingCaptures,
): Finding =>
  contentFinding(seen, compared, {
    kind: 'content_drift',
    event: 'content_drift',
    changeKind: 'removed',
    wording: fillWording(sourceDriftTexts.settled, {
      ...namesOf(seen),
      ...formatAgreed(seen, agreed),
      differences: formatDifferences(compared.comparison),
      more: formatMeasures(compared.comparison) + formatPassages(compared.comparison),
    }),
  });

/** A document of another kind that several captures confirmed. */
export const replacedByOtherKind = (seen: Observation, compared: CapturePair, agreed: PendingCaptures): Finding =>
  contentFinding(seen, compared, {
    kind: 'source_rewritten',
    event: 'source_rewritten',
    changeKind: 'replaced',
    wording: fillWording(sourceDriftTexts.rewrittenAsOther, {
      ...namesOf(seen),
      ...formatAgreed(seen, agreed),
      class: classTexts[compared.new.documentClass],
      oldClass: classTexts[compared.old.documentClass],
    }),
  });

/** The next revision of a content change, after the source returned to its earlier content. */
export const returned = (
  seen: Observation,
  earlier: { readonly kind: ExplanationKind; readonly detectedAt: number; readonly words: number },
): Finding =>
  sourceFinding(seen, {
    kind: earlier.kind,
    event: earlier.kind === 'source_rewritten' ? 'source_rewritten' : 'content_drift',
    changeKind: 'restored',
    hasReturned: true,
    isSimilar: true,
    faint: true,
    wording: fillWording(sourceDriftTexts.returned, {
      ...namesOf(seen),
      since: formatDate(earlier.detectedAt),
      date: formatDate(seen.observedAt),
    }),
    before: formatWordCount(earlier.words),
    after: sourcePhrases.asBefore,
  });

/** Differences of content are never notified. */
const contentFinding = (
  seen: Observation,
  compared: CapturePair,
  part: Pick<SourcePart, 'kind' | 'event' | 'changeKind' | 'wording'>,
): Finding =>
  sourceFinding(seen, {
    ...part,
    isSimilar: compared.isSimilar,
    faint: true,
    before: formatWordCount(compared.old.words),
    after: formatWordCount(compared.new.words),
  });

const formatWordCount = (count: number): string => fill(sourcePhrases.words, { count: String(count) });

const formatAgreed = ({ observedAt }: Observation, { since, captures }: PendingCaptures) => ({
  since: formatDate(since),
  date: formatDate(observedAt),
  captures: String(captures),
});
