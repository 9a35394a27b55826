/** Captures of one source, described as a capturer describes them, and the changes they raise. */
import { applyCapture } from '../../../../../pipeline/changes/families/source/apply-capture.ts';
import { type CapturedPage, describeCapture } from '../../../../../pipeline/documents/captures/describe-capture.ts';
import type { SourceTrust } from '../../../../../pipeline/changes/drafts/second-reading.ts';
import { sourceTrustOf } from '../../../../../pipeline/changes/families/source/source-trust.ts';
import { withFoldTexts } from '../../../../../pipeline/changes/rule-sets.ts';
import { impactV1 } from '../../../../../pipeline/impact/v1/rules.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../../../schemas/values/hash.ts';
import type { Term } from '../../../../../schemas/vocabulary.ts';
import { type MemoryState, memoryState, observation } from '../../builders.ts';

export const hour = 3_600_000;
export const start = Date.parse('2026-03-02T08:00:00Z');
export const home = 'https://www.issuer.example/terms';
export const elsewhere = 'https://terms.other-issuer.example/terms';

/** Sentences of eight words each, none of which shares five words in a row with another. */
export const sentences = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const n = spelled(first + index);
    return `The ${n} clause of ${n} binds issuer ${n} fully.`;
  }).join('\n');

/** A number in letters, since numbers are masked. */
const spelled = (value: number): string =>
  Array.from(String(value), (digit) => 'zeontwthfofisiseeini'.slice(Number(digit) * 2, Number(digit) * 2 + 2)).join('');

export interface CaptureStep extends Partial<CapturedPage> {
  /** Hours after the first capture. */
  readonly at: number;
  readonly outcome?: Term<'fetchOutcome'>;
  readonly version?: string;
  readonly given?: Partial<Omit<Observation, 'value'>>;
}

/** Observations of captures, each described beside those before it; captures without a text were not read. */
export function captures(...steps: readonly CaptureStep[]): readonly Observation[] {
  const earlier: CapturedPage[] = [];
  return steps.map(({ at, outcome = 'ok', version = '1', given = {}, ...page }) => {
    const whole = { url: home, finalUrl: home, documentClass: 'html', links: [], text: '', ...page } as const;
    const value = page.text === undefined ? null : describeCapture(whole, earlier);
    if (value !== null) earlier.unshift(whole);
    return observation({
      subjectKind: 'source',
      subjectKey: 'terms',
      field: 'capture',
      sourceKey: 'terms',
      sourceUrl: home,
      sourceHash: value === null ? null : hashOf(whole.text),
      artifactId: value === null ? null : sha256Hex(whole.text),
      extractor: 'page',
      extractorVersion: version,
      fetchOutcome: outcome,
      documentClass: value === null ? null : whole.documentClass,
      observedAt: start + at * hour,
      ...given,
      value,
    });
  });
}

export const hashOf = (text: string): string => `sha256:${sha256Hex(text)}`;

const context = { regimes: ['MICA_EMT'], ruleSet: withFoldTexts(impactV1) };

export function watchSource(state: MemoryState = memoryState()) {
  return {
    state,
    changes: (...steps: readonly CaptureStep[]): readonly Change[] => fold(state, captures(...steps)),
    take: (observations: readonly Observation[]): readonly Change[] => fold(state, observations),
    /** The trust of a document with this text. */
    trust: (text: string): SourceTrust =>
      sourceTrustOf(
        state,
        observation({
          sourceKey: 'terms',
          field: 'redemption_fee',
          sourceHash: hashOf(text),
          value: null,
          observedAt: 0,
        }),
      ),
  };
}

const fold = (state: MemoryState, observations: readonly Observation[]): readonly Change[] =>
  observations.flatMap((one) => applyCapture(state, one, context));

/** `kind direction disposition`, followed by the revision, `unconfirmed` and `low signal` where they apply. */
export const summaryOf = (change: Change): string =>
  [
    `${(change.detectedAt - start) / hour}h`,
    change.explanation.kind,
    change.changeKind,
    change.direction,
    change.disposition,
    ...(change.revision > 0 ? [`revision ${change.revision} at ${(change.revisedAt - start) / hour}h`] : []),
    ...(change.confirmed ? [] : ['unconfirmed']),
    ...(change.lowSignal ? ['low signal'] : []),
    ...(change.notableAt === null ? [] : ['notable']),
  ].join(' ');
