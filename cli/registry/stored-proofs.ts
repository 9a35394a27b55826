import type { ProofValue } from '../../schemas/facts.ts';
import { challengeKeyOf } from '../../schemas/values/challenge-key.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

export interface StoredProof {
  readonly assetId: string;
  readonly proof: ProofValue;
}

/** Every record of a proof, in log order. */
export async function storedProofs(engine: Engine): Promise<readonly StoredProof[]> {
  const proofs: StoredProof[] = [];
  for await (const { value } of readTopic(engine, 'observations')) {
    if (value?.subjectKind !== 'proof' || value.value === null) continue;
    proofs.push({ assetId: value.assetId, proof: JSON.parse(value.value) as ProofValue });
  }
  return proofs;
}

/** The newest record of each proof that a fold counts: the first of each challenge, and every one without a challenge. */
export function countedProofs(proofs: readonly StoredProof[]): Iterable<StoredProof> {
  const known = new Set<string>();
  const counted = proofs.filter(({ assetId, proof }) => {
    const key = challengeKeyOf(proof);
    if (key === null) return true;
    const place = `${assetId} ${key}`;
    if (known.has(place)) return false;
    known.add(place);
    return true;
  });
  return new Map(counted.map((stored) => [stored.proof.proofId, stored])).values();
}
