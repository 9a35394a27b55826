/** What a source says otherwise than before, as findings (domain 7.1). Times are milliseconds. */
import type { CaptureComparison, SourceCaptureValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../schemas/vocabulary.ts';
import type { Finding } from '../finding.ts';
import { fill, fillWording } from '../template.ts';
import { classesInWords, sourceDriftTexts, sourcePhrases } from '../texts/sources.ts';
import { dateInWords } from '../words.ts';
import { sourceFinding, type SourcePart } from './source-finding.ts';
import { differencesInWords, measuresInWords, namesOf, passagesInWords } from './source-words.ts';

/** Two captures of a source, and how the new one compares with the old. */
export interface Compared {
  readonly old: SourceCaptureValue;
  readonly new: SourceCaptureValue;
  readonly comparison: CaptureComparison | null;
  readonly isSimilar: boolean | null;
}

export const rewritten = (seen: Observation, compared: Compared): Finding =>
  contentFinding(seen, compared, {
    kind: 'source_rewritten',
    event: 'source_rewritten',
    changeKind: 'changed',
    wording: fillWording(sourceDriftTexts.rewritten, {
      ...namesOf(seen),
      date: dateInWords(seen.observedAt),
      words: String(compared.new.words),
      more: measuresInWords(compared.comparison),
    }),
  });

export function drifted(seen: Observation, compared: Compared): Finding {
  const slots = { ...namesOf(seen), date: dateInWords(seen.observedAt), words: String(compared.new.words) };
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
            differences: differencesInWords(comparison),
            more: measuresInWords(comparison) + passagesInWords(comparison),
          }),
  });
}

/** What several captures agree on: `since` the first of them. */
export interface Agreed {
  readonly since: number;
  readonly captures: number;
}

/** A part that is gone for good. */
export const partRemoved = (
  seen: Observation,
  compared: Compared & { readonly comparison: CaptureComparison },
  agreed: Agreed,
): Finding =>
  contentFinding(seen, compared, {
    kind: 'content_drift',
    event: 'content_drift',
    changeKind: 'removed',
    wording: fillWording(sourceDriftTexts.settled, {
      ...namesOf(seen),
      ...agreedInWords(seen, agreed),
      differences: differencesInWords(compared.comparison),
      more: measuresInWords(compared.comparison) + passagesInWords(compared.comparison),
    }),
  });

/** A document of another kind that stays. */
export const replacedByOtherKind = (seen: Observation, compared: Compared, agreed: Agreed): Finding =>
  contentFinding(seen, compared, {
    kind: 'source_rewritten',
    event: 'source_rewritten',
    changeKind: 'replaced',
    wording: fillWording(sourceDriftTexts.rewrittenAsOther, {
      ...namesOf(seen),
      ...agreedInWords(seen, agreed),
      class: classesInWords[compared.new.documentClass],
      oldClass: classesInWords[compared.old.documentClass],
    }),
  });

/** A difference that is gone again: the next revision of what was told of it. */
export const returned = (
  seen: Observation,
  told: { readonly kind: ExplanationKind; readonly detectedAt: number; readonly words: number },
): Finding =>
  sourceFinding(seen, {
    kind: told.kind,
    event: told.kind === 'source_rewritten' ? 'source_rewritten' : 'content_drift',
    changeKind: 'restored',
    hasReturned: true,
    isSimilar: true,
    faint: true,
    wording: fillWording(sourceDriftTexts.returned, {
      ...namesOf(seen),
      since: dateInWords(told.detectedAt),
      date: dateInWords(seen.observedAt),
    }),
    before: wordsInWords(told.words),
    after: sourcePhrases.asBefore,
  });

/** Differences of content are never told unasked. */
const contentFinding = (
  seen: Observation,
  compared: Compared,
  part: Pick<SourcePart, 'kind' | 'event' | 'changeKind' | 'wording'>,
): Finding =>
  sourceFinding(seen, {
    ...part,
    isSimilar: compared.isSimilar,
    faint: true,
    before: wordsInWords(compared.old.words),
    after: wordsInWords(compared.new.words),
  });

const wordsInWords = (count: number): string => fill(sourcePhrases.words, { count: String(count) });

const agreedInWords = ({ observedAt }: Observation, { since, captures }: Agreed) => ({
  since: dateInWords(since),
  date: dateInWords(observedAt),
  captures: String(captures),
});
