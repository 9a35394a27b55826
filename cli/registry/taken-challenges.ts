import type { Output } from '../../pipeline/runtime/processor.ts';
import { challengeKeyOf } from '../../schemas/values/challenge-key.ts';
import type { UsedChallenges } from '../../pipeline/registry/import/used-challenges.ts';
import type { ProofValue } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

/** End offset of each partition of the observations. */
export type ObservationEnds = ReadonlyMap<number, number>;

export async function observationEnds({ log }: Pick<Engine, 'log'>): Promise<ObservationEnds> {
  return new Map((await log.ranges('observations')).map(({ partition, end }) => [partition, end]));
}

export interface TakenChallenge {
  readonly proofId: string;
  /** The proof that is first on the log with this challenge, and its time in milliseconds. */
  readonly owner: string;
  readonly ownerProvedAt: number;
}

/**
 * Proofs of an import whose challenge another import, which ran at the same time, appended first. `since`: the ends from
 * before the log was read for the check. The fold of the asset ignores such a proof, too.
 */
export async function takenChallenges(
  engine: Pick<Engine, 'log' | 'codec'>,
  imported: readonly Output[],
  known: UsedChallenges,
  since: ObservationEnds,
): Promise<readonly TakenChallenge[]> {
  const own = imported.flatMap((output) => (output.topic === 'observations' ? (signedIn(output.value) ?? []) : []));
  const added = own.filter(({ key }) => !known.has(key));
  if (added.length === 0) return [];
  const owners = new Map<string, SignedObservation>();
  for await (const { value } of readTopic(engine, 'observations', { from: since })) {
    const signed = value === null ? null : signedIn(value);
    const place = signed === null ? null : `${signed.assetId} ${signed.key}`;
    if (signed !== null && place !== null && !owners.has(place)) owners.set(place, signed);
  }
  return added.flatMap((one) => {
    const owner = owners.get(`${one.assetId} ${one.key}`) ?? one;
    if (owner.proofId === one.proofId && owner.provedAt === one.provedAt) return [];
    return [{ proofId: one.proofId, owner: owner.proofId, ownerProvedAt: owner.provedAt }];
  });
}

interface SignedObservation {
  readonly assetId: string;
  readonly key: string;
  readonly proofId: string;
  readonly provedAt: number;
}

function signedIn({ assetId, subjectKind, value }: Observation): SignedObservation | null {
  if (subjectKind !== 'proof' || value === null) return null;
  const proof = JSON.parse(value) as ProofValue;
  const key = challengeKeyOf(proof);
  return key === null ? null : { assetId, key, proofId: proof.proofId, provedAt: proof.provedAt };
}
