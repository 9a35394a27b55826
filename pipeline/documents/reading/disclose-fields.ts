/** Values of fields from captures: what the rules read in a document, written when it is due. */
import { measuresOf } from '../captures/measures.ts';
import type { DocumentCapture, Observation } from '../../../schemas/generated/records.ts';
import type { FieldValue } from '../../../schemas/fields/field.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { once } from '../../../schemas/values/once.ts';
import { canonicalFieldValue } from '../fields/field-value.ts';
import type { ArtifactNeed, KeyedState } from '../../runtime/processor.ts';
import {
  type AcceptedText,
  acceptedAfter,
  acceptedUnmodified,
  type ReadValues,
  type RetainedShare,
  type SeenText,
} from '../captures/pending-text.ts';
import { type ReadText, readText } from './read-text.ts';
import {
  type Baseline,
  acceptedDepartures,
  type FieldToEmit,
  isDue,
  emittedAfter,
  type EmittedField,
  valueText,
} from './emitted-fields.ts';

type DeclaredSource = DocumentCapture['declared'][number];

/** What is known of a source of an asset. */
interface SourceFields {
  readonly accepted: AcceptedText;
  /** Values of the accepted text. */
  readonly current: readonly FieldToEmit[];
  /** Evidence of these values. */
  readonly readerVersion: string;
  readonly artifact: string;
  readonly reading: string;
  readonly documentClass: string | null;
  readonly emitted: Readonly<Record<string, EmittedField>>;
  readonly baseline: Baseline | null;
}

/** Extractor of the fields that the rules read. */
export const fieldExtractor = 'attestry-rules';
const keyOf = (documentId: string, { assetId, sourceId }: DeclaredSource): string =>
  `fields/${documentId}/${assetId} ${sourceId}`;

/** Reading and profiles that the rules need for a capture. */
export function fieldArtifacts(state: KeyedState, capture: DocumentCapture): readonly ArtifactNeed[] {
  const reading = capture.reading?.sha256 ?? null;
  const sources = capture.declared.filter((source) => source.profileSha256 !== null);
  const isRead = (source: DeclaredSource): boolean =>
    capture.outcome === 'not_modified'
      ? (state.get<SourceFields>(keyOf(capture.documentId, source))?.accepted.pending ?? null) !== null
      : capture.measures !== null;
  const read = sources.filter(isRead);
  if (reading === null || read.length === 0) return [];
  return [...new Set([reading, ...read.flatMap(({ profileSha256 }) => profileSha256 ?? [])])];
}

/** Observations of the fields of one source that are due with this capture. */
export function fieldObservations(
  state: KeyedState,
  capture: DocumentCapture,
  source: DeclaredSource,
  artifacts: ReadonlyMap<string, Buffer>,
): readonly Observation[] {
  const key = keyOf(capture.documentId, source);
  const before = state.get<SourceFields>(key) ?? null;
  const now = after(before, capture, source, artifacts);
  if (now === null) return [];
  const isPending = now.accepted.pending !== null;
  // `detect` compares a later value only with one that was written of the document as it is now.
  const isPastPending = !isPending && (before?.accepted.pending ?? null) !== null;
  const due = now.current.filter(
    (one) =>
      !isPending && (isPastPending || isDue(now.emitted[one.field], stated(one, now.readerVersion), capture.asOf)),
  );
  const emitted = Object.fromEntries(
    due.map((one) => [one.field, emittedAfter(now.emitted[one.field], one, now.readerVersion, capture.asOf)]),
  );
  state.put(key, { ...now, emitted: { ...now.emitted, ...emitted } } satisfies SourceFields);
  return due.map((one) => observationOf(capture, source, now, one));
}

const stated = (
  { value, quote }: FieldToEmit,
  readerVersion: string,
): Pick<EmittedField, 'value' | 'quote' | 'readerVersion'> => ({
  value: valueText(value),
  quote,
  readerVersion,
});

/** The state of a source after a capture; null when the capture states nothing of its fields. */
function after(
  before: SourceFields | null,
  capture: DocumentCapture,
  source: DeclaredSource,
  artifacts: ReadonlyMap<string, Buffer>,
): SourceFields | null {
  const { finalUrl, url, asOf, obtained } = capture;
  const read = once(() => readText(capture, source, artifacts));
  const states: ReadValues = {
    valuesBefore: before?.current.some(({ value }) => value !== null) ?? false,
    values: () => (read()?.found.length ?? 0) + (read()?.left.length ?? 0) > 0,
  };
  if (capture.outcome === 'not_modified') {
    if (before === null) return null;
    const accepted = acceptedUnmodified(before.accepted, asOf, states);
    const isSettled = before.accepted.pending !== null && accepted.pending === null;
    const text = isSettled ? read() : null;
    return text === null
      ? { ...before, accepted }
      : stating({ ...before, accepted }, text, before.accepted.pending?.comparisons ?? []);
  }
  const measures = measuresOf(capture);
  if (measures === null) return null;
  const seen: SeenText = { ...measures, finalUrl: finalUrl ?? url, asOf, states };
  const isAgain = obtained === 'reread' && before !== null;
  const accepted = isAgain ? acceptedReread(before.accepted, seen) : acceptedAfter(before?.accepted ?? null, seen);
  if (accepted.pending !== null) return before === null ? null : { ...before, accepted };
  const text = read();
  return text === null ? null : stating({ ...(before ?? none), accepted }, text, seen.comparisons);
}

const none = {
  current: [],
  readerVersion: '',
  artifact: '',
  reading: '',
  documentClass: null,
  emitted: {},
  baseline: null,
};

/** Bytes that are read again are the same document: its text may differ by the reader alone. */
const acceptedReread = (before: AcceptedText, { textHash, finalUrl }: SeenText): AcceptedText =>
  before.pending === null
    ? { textHash, finalUrl, pending: null }
    : { ...before, pending: { ...before.pending, textHash } };

/** The state of a source whose text is accepted. */
function stating(
  before: SourceFields,
  { found, left, text, isWhole, ...evidence }: ReadText,
  comparisons: readonly RetainedShare[],
): SourceFields {
  const { textHash } = before.accepted;
  const against = before.baseline?.textHash;
  const kept5 = against === textHash ? 1 : (comparisons.find((one) => one.against === against)?.kept5 ?? null);
  const absence = { stated: found, left, text, readerVersion: evidence.readerVersion, isWhole, textHash, kept5 };
  const { gone, baseline } = acceptedDepartures(new Map(Object.entries(before.emitted)), before.baseline, absence);
  const stated = found.map((one): FieldToEmit => ({ ...one, value: canonicalFieldValue(one.value) as FieldValue }));
  return { ...before, ...evidence, baseline, current: [...stated, ...gone] };
}

function observationOf(
  capture: DocumentCapture,
  source: DeclaredSource,
  now: SourceFields,
  one: FieldToEmit,
): Observation {
  const { finalUrl, url, asOf } = capture;
  return makeObservation({
    assetId: source.assetId,
    subjectKind: 'asset',
    subjectKey: '',
    field: one.field,
    sourceKey: source.sourceId,
    value: valueText(one.value),
    quote: one.quote,
    sourceUrl: finalUrl ?? url,
    sourceHash: `sha256:${now.artifact}`,
    artifactId: now.artifact,
    extractorVersion: now.readerVersion,
    extractor: fieldExtractor,
    // A document that was not modified was read, too.
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: asOf,
    extractionRule: one.rule,
    documentClass: now.documentClass,
    place: one.place,
    reading: now.reading,
  });
}
