import { checkObservation } from '../../../pipeline/changes/verify.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { FindArtifact, FoundArtifact } from '../evidence/artifacts.ts';
import { fieldExtractor as ourRules } from '../../../pipeline/documents/reading/disclose-fields.ts';
import { findInReading } from './find-in-reading.ts';
import { findQuote, type QuoteFound } from './find-quote.ts';
import type { Link } from '../evidence/links.ts';
import type { ReadAgain } from '../readings/outcome.ts';

/** One link of the chain of evidence, with every hash recomputed. */
export interface ExplainedObservation {
  readonly id: string;
  /** Evidence hash. */
  readonly sha256: string;
  readonly role: 'previous' | 'current' | 'revision';
  /** The source bytes, and whether they match their hash; null when there are none. */
  readonly artifact: ExplainedArtifact | null;
  /** What made the observation from the bytes. */
  readonly readBy: { readonly extractor: string; readonly version: string; readonly rule: string | null };
  /** Whether the bytes, or the recorded reading of a document, contain the quoted passage; null without a quote or these. */
  readonly quoteFound: QuoteFound | null;
  /** Hash of the recorded reading; null where the value was taken from the bytes. */
  readonly reading: string | null;
  /** Whether its evidence, read again, gives the value. */
  readonly again: ReadAgain;
  readonly observation: Observation;
  readonly ok: boolean;
}

export interface ExplainedArtifact {
  readonly sha256: string;
  /** Size of the raw bytes; null when unknown. */
  readonly size: number | null;
  /** Null when the evidence does not contain the bytes, so that their hash cannot be checked. */
  readonly ok: boolean | null;
  /** Why the bytes are missing; null when they are present. */
  readonly reason: string | null;
}

/** Recomputes what one observation claims; `again` is what its bytes give now. */
export async function explainObservation(
  { observation, role }: Link,
  again: ReadAgain,
  findArtifact: FindArtifact,
): Promise<ExplainedObservation> {
  const { id, observationSha256, artifactId, sourceHash, quote, documentClass, extractor, extractorVersion } =
    observation;
  const found = artifactId === null ? null : await findArtifact(artifactId);
  const bytes = found?.state === 'verified' ? found.bytes : null;
  // A member that is null may be left out of a bundle.
  const reading = typeof observation.reading === 'string' ? observation.reading : null;
  const readingFound = reading === null ? null : await findArtifact(reading);
  const quoteFound = typeof quote !== 'string' ? null : quoteIn(quote, bytes, readingFound);
  // A document format may render a passage in many ways, so only plain text is required to contain the quote literally.
  const isExact = documentClass === 'text' || (reading !== null && extractor === ourRules);
  const isQuoted = !isExact || quoteFound !== 'not_found';
  // The published evidence hash must be that of these bytes, or they prove nothing.
  const isOfSource = artifactId === null || sourceHash === null || sourceHash === `sha256:${artifactId}`;
  return {
    id,
    sha256: observationSha256,
    role,
    artifact:
      artifactId === null || found === null
        ? null
        : {
            sha256: artifactId,
            size: found.state === 'broken' ? null : found.size,
            ok: !isOfSource ? false : found.state === 'left_out' ? null : found.state === 'verified',
            reason: !isOfSource
              ? 'it is not what the source hash of the observation names'
              : found.state === 'verified'
                ? null
                : found.reason,
          },
    readBy: { extractor, version: extractorVersion, rule: observation.extractionRule },
    quoteFound,
    reading,
    again,
    observation,
    ok:
      checkObservation(observation).ok &&
      found?.state !== 'broken' &&
      (readingFound?.state !== 'broken' || extractor !== ourRules) &&
      isOfSource &&
      isQuoted &&
      again.state !== 'broken',
  };
}

/** Searches the recorded reading of a document, else the bytes of the source. Null when they are not there. */
function quoteIn(quote: string, bytes: Buffer | null, reading: FoundArtifact | null): QuoteFound | null {
  if (reading === null) return bytes === null ? null : findQuote(quote, bytes);
  return reading.state === 'verified' && reading.bytes !== null ? findInReading(quote, reading.bytes) : null;
}
