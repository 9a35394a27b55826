import { parseSourceKey } from '../../../schemas/terms/source-keys.ts';
import type { EvidenceStep } from '../../evidence.ts';
import type { StoredObservation } from './queries.ts';
import type { Check } from './check.ts';

/** Source bytes of a change. */
export interface EvidenceFile {
  /** What they were read for: "Before", "Now", "Newest revision by". */
  readonly labels: readonly string[];
  /** When they were read first, milliseconds; null if unknown. */
  readonly at: number | null;
  /** The stated hash: "sha256:…". */
  readonly hash: string;
  /** Where they are a download; null for documents of others, and for bytes that are not at hand. */
  readonly path: string | null;
  /** Why they are no download, as a sentence; null where they are one. */
  readonly note: string | null;
  /** Null where nothing was computed. */
  readonly check: Check | null;
}

/** An observation that was read from bytes. */
export interface ReadFromBytes {
  readonly label: string;
  readonly at: number | null;
  /** Hex. */
  readonly sha256: string;
  readonly known: StoredObservation | undefined;
  readonly step: EvidenceStep | undefined;
}

/** The hash that the change states of its source: of the reading that caused its newest revision. */
interface SourceHash {
  readonly hash: string | null;
  readonly sourceKey: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Each of the bytes once, in the order of the observations; then those that the change states alone. */
export function filesOf(
  read: readonly ReadFromBytes[],
  source: SourceHash,
  atHand: ReadonlySet<string>,
): readonly EvidenceFile[] {
  const groups = new Map<string, ReadFromBytes[]>();
  for (const one of read) groups.set(one.sha256, [...(groups.get(one.sha256) ?? []), one]);
  const files = [...groups].map(([sha256, ones]): EvidenceFile => {
    const isDocument = ones.some(({ known, step }) => isDocumentOf(known, step?.sourceKey ?? source.sourceKey));
    const [bytes] = ones.flatMap(({ step }) => step?.bytes ?? []);
    return {
      labels: [...new Set(ones.map(({ label }) => label))],
      at: ones[0]?.at ?? null,
      hash: `sha256:${sha256}`,
      ...whereOf(sha256, isDocument, atHand),
      check: bytes === undefined ? null : bytesCheck(bytes),
    };
  });
  const { hash } = source;
  if (hash === null || files.some((file) => file.hash === hash)) return files;
  const isDocument = isDocumentOf(undefined, source.sourceKey);
  const where = whereOf(hash.replace(/^sha256:/, ''), isDocument, atHand);
  return [...files, { labels: ['Read for the newest revision'], at: source.at, hash, ...where, check: null }];
}

/** Files of feeds and chains are served; other documents belong to their publishers. */
const isDocumentOf = (known: StoredObservation | undefined, sourceKey: string): boolean =>
  known?.isDocument === true ||
  !['chain', 'list', 'register'].includes(parseSourceKey(known?.sourceKey ?? sourceKey).kind ?? '');

function whereOf(
  sha256: string,
  isDocument: boolean,
  atHand: ReadonlySet<string>,
): Pick<EvidenceFile, 'note' | 'path'> {
  if (!atHand.has(sha256)) return { path: null, note: 'The bytes are not stored here.' };
  if (isDocument) return { path: null, note: 'The document belongs to its publisher: its bytes are not served here.' };
  return { path: `/artifacts/${sha256}`, note: null };
}

function bytesCheck({ state, reason }: NonNullable<EvidenceStep['bytes']>): Check {
  if (state === 'verified') return { state, text: 'same hash' };
  return { state, text: reason ?? (state === 'broken' ? 'broken' : 'stated, not checked') };
}
