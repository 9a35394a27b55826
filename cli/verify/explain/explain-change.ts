import { checkObservation } from '../../../pipeline/changes/verify.ts';
import { publishedRules, type RuleBook } from '../../../pipeline/impact/rulesets.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { createFindArtifact, type FindArtifact, type FoundArtifact } from '../evidence/artifacts.ts';
import { type ChangeChecks, checkChange, type Checking } from './check-change.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { gatherEvidence } from '../evidence/gather-evidence.ts';
import { fieldExtractor as ourRules } from '../../../pipeline/disclosures/disclose-fields.ts';
import { type Claims, claimsOf, type Part, partsOfChange, partsOfReading } from './claims.ts';
import { findInReading } from './find-in-reading.ts';
import { findQuote, type QuoteFound } from './find-quote.ts';
import { type Link, linksOf } from '../evidence/links.ts';
import { createAround } from '../readings/around.ts';
import type { ReadAgain } from '../readings/outcome.ts';
import { createReadAgain } from '../readings/read-again.ts';

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

export interface ExplainedChange extends Claims {
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
  /** Everything was computed again, and nothing differs. */
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
  const aroundOf = createAround(evidence, explaining.rules);
  const readAgain = createReadAgain(evidence.snapshots, explaining.findArtifact);
  const explained: ExplainedObservation[] = [];
  for (const link of links) {
    const again = await readAgain(aroundOf(link.observation));
    explained.push(await explainObservation(link, again, explaining.findArtifact));
  }
  const checks = checkChange(evidence, explaining);
  const { assessment } = change;
  const claims = claimsOf(
    [
      ...partsOfChange(checks),
      { claim: 'change', holds: isWhole(change, links) },
      ...explained.flatMap(partsOfObservation),
      ...(await partsOfSnapshots(evidence, explaining.findArtifact)),
    ],
    explained.flatMap(({ again }) => (again.state === 'stated' ? [again.why] : [])),
  );
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
    ...claims,
    ok: !claims.isBroken && claims.notProved.length === 0,
  };
}

function partsOfObservation({ artifact, again, ok }: ExplainedObservation): readonly Part[] {
  const bytes: readonly Part[] =
    artifact === null
      ? []
      : artifact.ok === null
        ? [{ claim: 'bytes', why: artifact.reason ?? 'not included' }]
        : [{ claim: 'bytes', holds: artifact.ok }];
  // A link can be broken by what is neither in its bytes nor in their reading, such as a quote.
  return [...bytes, ...partsOfReading(again), { claim: 'observations', holds: ok }];
}

/** Files that were read together with those that observations name. */
async function partsOfSnapshots({ snapshots }: Evidence, findArtifact: FindArtifact): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const { name, sha256 } of snapshots.flatMap(({ files }) => files)) {
    const found = await findArtifact(sha256);
    parts.push(
      found.state === 'left_out'
        ? { claim: 'bytes', why: `${name}: ${found.reason}` }
        : { claim: 'bytes', holds: found.state === 'verified' },
    );
  }
  return parts;
}

const isWhole = ({ oldObservationId, newObservationId }: Change, links: readonly Link[]): boolean =>
  [oldObservationId, newObservationId].every(
    (id) => id === null || links.some(({ observation }) => observation.id === id),
  );

async function explainObservation(
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
