/** What the captures of a document state about its next fetch. A pure fold of `document.captures`: a restart reads it again. */
import { measuresOf, type Measures } from '../../../documents/captures/measures.ts';
import type { DeclaredSource, DocumentCapture, DocumentReading } from '../../../../schemas/generated/records.ts';
import { hashOf } from '../../../../schemas/values/hash.ts';
import { publishingSite } from '../../../../schemas/values/publishing-site.ts';
import type { DocumentClass, FetchOutcome } from '../../../../schemas/vocabulary.ts';
import { isOvertaken, isRead } from '../../../documents/captures/overtaken.ts';
import {
  keptByWall,
  seemsCutOff,
  secondReadingAfterMs,
  truncationV2,
} from '../../../documents/captures/accepted-text.ts';
import { hourMs } from '../../../../schemas/values/durations.ts';

/** The newest capture whose bytes are the document. */
export interface GoodCapture {
  /** The last capture that confirmed it. */
  readonly asOf: number;
  readonly finalUrl: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly documentClass: DocumentClass;
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly reading: DocumentReading;
  readonly textHash: string;
  readonly linksHash: string;
  /** Whether it keeps less of the text before it than a wall does: it may be a notice in place of the document. */
  readonly isUnlike: boolean;
  /** Of the declarations under which its bytes were read. */
  readonly declaredHash: string;
}

/** An earlier text, for comparisons. */
export interface EarlierText {
  readonly readingSha256: string;
  readonly finalUrl: string;
}

export interface DocumentState {
  /** The newest capture, whatever it found. */
  readonly lastAsOf: number;
  /** The newest capture that found the document; null when none did. Only a later file continues it. */
  readonly readAsOf: number | null;
  readonly outcome: FetchOutcome;
  readonly message: string | null;
  /** First capture of the present run of this outcome. */
  readonly since: number;
  /** Fetches in a row that found nothing to read. */
  readonly failures: number;
  /** First of the fetches in a row at which robots.txt answered with an error of the server. */
  readonly robotsDownSince: number | null;
  /** Readings in a row that a limit ended. */
  readonly unread: number;
  readonly good: GoodCapture | null;
  /** Newest first, without repeats. */
  readonly earlier: readonly EarlierText[];
  /** Fetches that settle what the last ones have shown, besides the regular ones. */
  readonly againAt: readonly number[];
  /** Of the last capture: spreads fetches over time, and is the same after a restart. */
  readonly jitter: number;
}

const mostEarlier = 4;

/** After a text that differs: half an hour after the time at which a second capture confirms a draft. */
const settleMs = secondReadingAfterMs + 0.5 * hourMs;
/** After what is probably cut off or moved: soon, and when a second capture settles it. */
const suspectMs: readonly number[] = [hourMs, settleMs];

export const declaredHashOf = (declared: readonly DeclaredSource[]): string => hashOf([...declared]);

/** The state after a capture. A repeated capture has no effect. */
export function afterCapture(state: DocumentState | null, capture: DocumentCapture): DocumentState {
  const outcome = capture.outcome as FetchOutcome;
  if (capture.obtained === 'reread' && state !== null) return reread(state, capture);
  if (state !== null && capture.asOf <= state.lastAsOf) return foundEarlier(state, capture);
  const measures = measuresOf(capture);
  const good = goodAfter(state?.good ?? null, capture, measures);
  const again = (state?.againAt ?? []).filter((at) => at > capture.asOf);
  const isDown = outcome === 'robots' && capture.status !== null;
  return {
    lastAsOf: Math.max(capture.asOf, state?.lastAsOf ?? 0),
    readAsOf: isRead(outcome) ? capture.asOf : (state?.readAsOf ?? null),
    outcome,
    message: capture.message,
    since: isSameRun(state?.outcome ?? null, outcome) ? (state?.since ?? capture.asOf) : capture.asOf,
    failures: isRead(outcome) ? 0 : (state?.failures ?? 0) + 1,
    robotsDownSince: isDown ? (state?.robotsDownSince ?? capture.asOf) : null,
    unread: unreadAfter(state?.unread ?? 0, capture),
    good,
    earlier: earlierAfter(state?.earlier ?? [], good, capture),
    againAt: [...again, ...extraFetches(state?.good ?? null, capture, measures)],
    jitter: parseInt(capture.captureId.slice(0, 8), 16) / 2 ** 32,
  };
}

/** A file that is imported after fetches that found nothing: the document as it was before them. */
function foundEarlier(state: DocumentState, capture: DocumentCapture): DocumentState {
  if (!isRead(capture.outcome) || capture.asOf <= (state.readAsOf ?? -1)) return state;
  const good = goodAfter(state.good, capture, measuresOf(capture));
  return {
    ...state,
    readAsOf: capture.asOf,
    unread: unreadAfter(state.unread, capture),
    good,
    earlier: earlierAfter(state.earlier, good, capture),
  };
}

/** Readings in a row that failed; a capture without one leaves the count. */
const unreadAfter = (before: number, { reading }: DocumentCapture): number =>
  reading === null ? before : reading.ended === 'failed' ? before + 1 : 0;

const isSameRun = (before: string | null, now: string): boolean =>
  isRead(before ?? '') ? isRead(now) : before === now;

/** A document that is read again keeps its fetches. Where it could not be read, the next fetch has the bytes sent and reads them. */
function reread(state: DocumentState, capture: DocumentCapture): DocumentState {
  const measures = measuresOf(capture);
  const { good } = state;
  if (good === null) return state;
  if (isOvertaken(capture, { sha256: good.sha256, readAsOf: good.asOf })) return state;
  const declaredHash = declaredHashOf(capture.declared);
  const reading = capture.reading ?? good.reading;
  if (measures === null) return { ...state, good: { ...good, declaredHash, reading } };
  const { textHash, linksHash } = measures;
  return {
    ...state,
    good: { ...good, declaredHash, reading, textHash, linksHash },
    // Readings of an earlier reader have another reader version.
    earlier: reading.sha256 === null ? [] : [{ readingSha256: reading.sha256, finalUrl: good.finalUrl }],
  };
}

function goodAfter(
  before: GoodCapture | null,
  capture: DocumentCapture,
  measures: Measures | null,
): GoodCapture | null {
  if (capture.outcome === 'not_modified') {
    if (before === null) return null;
    const { asOf, etag, lastModified } = capture;
    const isOfOthers = isOvertaken(capture, { sha256: before.sha256, readAsOf: before.asOf });
    // The server has other bytes: what they are is not known until it sends them.
    if (isOfOthers) return { ...before, etag: null, lastModified: null };
    // Nothing was read for an asset that declares it since.
    return { ...before, asOf, etag, lastModified };
  }
  const { finalUrl, sha256, documentClass, reading, contentType, etag, lastModified, bytes } = capture;
  if (!isRead(capture.outcome) || measures === null) return before;
  if (finalUrl === null || sha256 === null || documentClass === null || reading === null) return before;
  return {
    asOf: capture.asOf,
    finalUrl,
    sha256,
    bytes: bytes ?? 0,
    contentType,
    etag,
    lastModified,
    reading,
    declaredHash: declaredHashOf(capture.declared),
    documentClass: documentClass as DocumentClass,
    textHash: measures.textHash,
    linksHash: measures.linksHash,
    isUnlike: isUnlikeAfter(before, measures),
  };
}

/** The same text stays what it was. */
function isUnlikeAfter(before: GoodCapture | null, { textHash, comparisons }: Measures): boolean {
  if (before === null) return false;
  if (before.textHash === textHash) return before.isUnlike;
  const [last] = comparisons;
  return last !== undefined && last.kept5 < keptByWall;
}

function earlierAfter(
  earlier: readonly EarlierText[],
  good: GoodCapture | null,
  capture: DocumentCapture,
): readonly EarlierText[] {
  const readingSha256 = good?.reading.sha256 ?? null;
  if (good === null || readingSha256 === null || capture.outcome === 'not_modified') return earlier;
  const others = earlier.filter((one) => one.readingSha256 !== readingSha256);
  return [{ readingSha256, finalUrl: good.finalUrl }, ...others].slice(0, mostEarlier);
}

function extraFetches(
  before: GoodCapture | null,
  capture: DocumentCapture,
  measures: Measures | null,
): readonly number[] {
  const after = (waits: readonly number[]): readonly number[] => waits.map((wait) => capture.asOf + wait);
  if (capture.outcome === 'suspect_truncation') return after(suspectMs);
  if (before === null || measures === null || !isRead(capture.outcome)) return [];
  const moved = publishingSite(before.finalUrl) !== publishingSite(capture.finalUrl ?? before.finalUrl);
  if (moved || measures.comparisons.slice(0, 1).some((one) => seemsCutOff(one, truncationV2))) return after(suspectMs);
  return before.textHash === measures.textHash ? [] : after([settleMs]);
}
