import type { ProofValue } from '../../schemas/facts.ts';
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
