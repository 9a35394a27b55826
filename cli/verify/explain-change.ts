import { assessedBy, checkObservation } from '../../pipeline/changes/verify.ts';
import { publishedRules, type RuleBook } from '../../pipeline/impact/rulesets.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { createFindArtifact, type FindArtifact } from './artifacts.ts';
import { type ChangeChecks, checkChange, type Checking } from './check-change.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { findInCassette, type FoundInCassette } from './find-in-cassette.ts';
import { findQuote, type QuoteFound } from './find-quote.ts';

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
  /** Whether the bytes contain the quoted passage; null without a quote or without the bytes. */
  readonly quoteFound: QuoteFound | null;
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

interface Link {
  readonly role: ExplainedObservation['role'];
  readonly observation: Observation;
}

/** The observations that the revisions name, oldest first. */
export function linksOf({ changes, observations }: Evidence): readonly Link[] {
  const assetId = changes[0]?.assetId;
  const own = observations.flatMap(({ observation }) => (observation.assetId === assetId ? [observation] : []));
  const roles = new Map<string, Link['role']>();
  for (const change of changes) {
    // A later reading, or an operator's review, caused the later revisions.
    const revisedBy = change.revision === 0 ? undefined : assessedBy(change, own);
    if (revisedBy !== undefined) roles.set(revisedBy.id, 'revision');
  }
  for (const { newObservationId } of changes) roles.set(newObservationId, 'current');
  for (const { oldObservationId } of changes) if (oldObservationId !== null) roles.set(oldObservationId, 'previous');
  const links = new Map<string, Link>();
  for (const observation of own) {
    const role = roles.get(observation.id);
    if (role !== undefined && !links.has(observation.id)) links.set(observation.id, { role, observation });
  }
  return [...links.values()].sort(
    (a, b) => a.observation.observedAt - b.observation.observedAt || (a.role === 'previous' ? -1 : 1),
  );
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
  const quoteFound = typeof quote !== 'string' || bytes === null ? null : findQuote(quote, bytes);
  const decoded = bytes === null ? null : findInCassette(observation, bytes);
  // A document format may render a passage in many ways, so only plain text is required to contain the quote literally.
  const isQuoted = documentClass !== 'text' || quoteFound !== 'not_found';
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
    decoded,
    observation,
    ok: checkObservation(observation).ok && found?.state !== 'broken' && isOfSource && isQuoted && isGiven(decoded),
  };
}
