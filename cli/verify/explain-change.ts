import { checkObservation } from '../../pipeline/changes/verify.ts';
import { publishedRules, type RuleBook } from '../../pipeline/impact/rulesets.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { createFindArtifact, type FindArtifact, type FoundArtifact } from './artifacts.ts';
import { type ChangeChecks, checkChange, type Checking } from './check-change.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { fieldExtractor as ourRules } from '../../pipeline/disclosures/disclose-fields.ts';
import { findInCassette, type FoundInCassette } from './find-in-cassette.ts';
import { findInReading } from './find-in-reading.ts';
import { findQuote, type QuoteFound } from './find-quote.ts';
import { type Link, linksOf } from './links.ts';

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
  /** Whether the bytes, decoded again, give the value; null unless a read plan of a chain read it, or without the bytes. */
  readonly decoded: FoundInCassette | null;
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

export interface ExplainedChange {
  /** The newest revision. */
  readonly change: Change;
  readonly revisions: number;
  /** Number of observations and control records that were folded again. */
  readonly folded: number;
  readonly idOk: boolean;
  readonly refoldOk: boolean;
  readonly checks: ChangeChecks;
  readonly observations: readonly ExplainedObservation[];
  readonly rules: Change['assessment']['trail'];
  readonly assessment: Change['assessment'];
  readonly ok: boolean;
}

export interface Explaining extends Checking {
  readonly findArtifact: FindArtifact;
}

/** A change of the log with its whole evidence; null when the log has no such change. */
export async function explainChange(
  engine: Engine,
  id: string,
  rules: RuleBook = publishedRules,
): Promise<ExplainedChange | null> {
  const evidence = await gatherEvidence(engine, id, rules);
  return evidence === null ? null : explainEvidence(evidence, explainingOn(engine, rules));
}

export const explainingOn = (engine: Pick<Engine, 'artifacts' | 'codec'>, rules: RuleBook): Explaining => ({
  rules,
  findArtifact: createFindArtifact(engine.artifacts),
  encode: (change) => engine.codec.encode('changes', change),
});

/** Recomputes every claim of a change from its evidence alone. */
export async function explainEvidence(evidence: Evidence, explaining: Explaining): Promise<ExplainedChange> {
  const { changes, observations } = evidence;
  const change = changes.at(-1);
  if (change === undefined) throw new TypeError('the evidence has no revision');
  const links = linksOf(evidence);
  const explained: ExplainedObservation[] = [];
  for (const { observation, role } of links) {
    explained.push(await explainObservation(observation, role, explaining.findArtifact));
  }
  const checks = checkChange(evidence, explaining);
  const { assessment } = change;
  return {
    change,
    revisions: changes.length,
    folded: observations.length,
    idOk: checks.changeId,
    refoldOk: checks.refold,
    checks,
    observations: explained,
    rules: assessment.trail,
    assessment,
    ok: Object.values(checks).every(Boolean) && isWhole(change, links) && explained.every(({ ok }) => ok),
  };
}

const isWhole = ({ oldObservationId, newObservationId }: Change, links: readonly Link[]): boolean =>
  [oldObservationId, newObservationId].every(
    (id) => id === null || links.some(({ observation }) => observation.id === id),
  );

const isGiven = (decoded: FoundInCassette | null): boolean =>
  decoded === null || decoded === 'found' || decoded === 'proven';

async function explainObservation(
  observation: Observation,
  role: Link['role'],
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
  const decoded = bytes === null ? null : findInCassette(observation, bytes);
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
    decoded,
    observation,
    ok:
      checkObservation(observation).ok &&
      found?.state !== 'broken' &&
      (readingFound?.state !== 'broken' || extractor !== ourRules) &&
      isOfSource &&
      isQuoted &&
      isGiven(decoded),
  };
}

/** Searches the recorded reading of a document, else the bytes of the source. Null when they are not there. */
function quoteIn(quote: string, bytes: Buffer | null, reading: FoundArtifact | null): QuoteFound | null {
  if (reading === null) return bytes === null ? null : findQuote(quote, bytes);
  return reading.state === 'verified' && reading.bytes !== null ? findInReading(quote, reading.bytes) : null;
}
