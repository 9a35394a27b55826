import type { ProofValue } from '../../../schemas/facts.ts';
import { challengeKeyOf, type SignedChallenge } from '../../../schemas/values/challenge-key.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';

/** Ids of the proofs that a challenge was used for, by authority, signer and challenge. */
export type UsedChallenges = ReadonlyMap<string, ReadonlySet<string>>;

type SignedProof = Pick<ProofValue, 'proofId'> & SignedChallenge;

/** The challenges of proofs, superseded ones included: a challenge is used once, however its signature is written. */
export function usedChallengesOf(proofs: Iterable<SignedProof>): UsedChallenges {
  const used = new Map<string, Set<string>>();
  for (const proof of proofs) {
    const key = challengeKeyOf(proof);
    if (key !== null) used.set(key, (used.get(key) ?? new Set()).add(proof.proofId));
  }
  return used;
}

/** Proofs whose challenge belongs to another proof, on the log or earlier in the import. */
export function reusedChallenges(
  proofs: readonly { readonly line: ImportLine; readonly value: SignedProof }[],
  used: UsedChallenges,
): readonly ImportIssue[] {
  const first = new Map<string, string>();
  return proofs.flatMap(({ line, value }) => {
    const key = challengeKeyOf(value);
    if (key === null) return [];
    const known = used.get(key);
    if (known?.has(value.proofId) === true) return [];
    const owner = known === undefined ? first.get(key) : [...known][0];
    if (owner === undefined) first.set(key, value.proofId);
    return owner === undefined || owner === value.proofId
      ? []
      : [invalid(line, 'challenge', `belongs to proof ${owner}; another proof needs another challenge`)];
  });
}
