import { observationIdOf, observationSha256Of } from '../../../schemas/values/observation.ts';
import { followsAgain } from '../../../pipeline/registry/proofs/recompute.ts';
import type { ProofValue } from '../../../schemas/facts.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { registrySnapshot } from '../../registry/registry-view.ts';
import { readTopic } from '../../log/read-topic.ts';

export interface ObservationsComparison {
  readonly observations: number;
  readonly artifacts: number;
  /** Proofs that were computed again from their recorded exchanges with nodes. */
  readonly proofs: number;
  /** Observations whose id or evidence hash does not follow from their content, or whose proof from its exchanges. */
  readonly differing: number;
  /** Captured artifacts that are missing or do not match their hash. */
  readonly lost: number;
}

/** Recomputes the hashes of all observations and of the bytes of all captures, and the proofs with evidence on a chain. */
export async function compareObservations(engine: Engine): Promise<ObservationsComparison> {
  let observations = 0;
  let differing = 0;
  let proofs = 0;
  const { assets } = await registrySnapshot(engine);
  for await (const { value } of readTopic(engine, 'observations')) {
    if (value === null) continue;
    observations += 1;
    if (observationIdOf(value) !== value.id || observationSha256Of(value) !== value.observationSha256) differing += 1;
    const asset = assets.get(value.assetId)?.value;
    if (value.subjectKind !== 'proof' || value.value === null || asset === undefined) continue;
    const follows = followsAgain(JSON.parse(value.value) as ProofValue, asset, value.observedAt);
    if (follows !== null) proofs += 1;
    if (follows === false) differing += 1;
  }
  const wanted = new Set<string>();
  for await (const { value } of readTopic(engine, 'feed.captures')) {
    for (const { sha256 } of value?.artifacts ?? []) wanted.add(sha256);
  }
  let lost = 0;
  for (const sha256 of wanted) {
    try {
      await engine.artifacts.get(sha256);
    } catch {
      lost += 1;
    }
  }
  return { observations, artifacts: wanted.size, proofs, differing, lost };
}
