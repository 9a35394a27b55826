import { type ExplainedObservation, explainObservation } from './explain-observation.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import type { RuleBook } from '../../../pipeline/impact/rulesets.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { createFindArtifact, type FindArtifact } from '../evidence/artifacts.ts';
import { type ChangeChecks, checkChange, type CheckContext } from './check-change.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { gatherEvidence } from '../evidence/gather-evidence.ts';
import { type Claims, claimsOf, type Part, partsOfChange, partsOfReading } from './claims.ts';
import { type Link, linksOf } from '../evidence/links.ts';
import { createAround } from '../readings/around.ts';
import { createReadAgain } from '../readings/read-again.ts';

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

export interface ExplainContext extends CheckContext {
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

export const explainingOn = (engine: Pick<Engine, 'artifacts' | 'codec'>, rules: RuleBook): ExplainContext => ({
  rules,
  findArtifact: createFindArtifact(engine.artifacts),
  encode: (change) => engine.codec.encode('changes', change),
});

/** Recomputes every claim of a change from its evidence alone. */
export async function explainEvidence(evidence: Evidence, explaining: ExplainContext): Promise<ExplainedChange> {
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
