import type { ProofValue } from '../../../schemas/facts.ts';
import { challengeKeyOf, type SignedChallenge } from '../../../schemas/values/challenge-key.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { formatTimestamp } from '../../../schemas/values/timestamp.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';

/** The first proof of each challenge on the log, by authority, signer and challenge. */
export type UsedChallenges = ReadonlyMap<string, SignedProof>;

type SignedProof = Pick<ProofValue, 'proofId' | 'provedAt' | 'method'> & SignedChallenge;

/** The challenges of proofs in log order, superseded ones included: a challenge is used once, however its signature is written. */
export function usedChallengesOf(proofs: Iterable<SignedProof>): UsedChallenges {
  const used = new Map<string, SignedProof>();
  for (const proof of proofs) {
    const key = challengeKeyOf(proof);
    if (key !== null && !used.has(key)) used.set(key, proof);
  }
  return used;
}

/**
 * Proofs whose challenge belongs to another proof, or proved at another time, on the log or earlier in the import. The same proof
 * again is none: it changes nothing.
 */
export function reusedChallenges(
  proofs: readonly { readonly line: ImportLine; readonly value: SignedProof }[],
  used: UsedChallenges,
): readonly ImportIssue[] {
  const first = new Map(used);
  return proofs.flatMap(({ line, value }) => {
    const key = challengeKeyOf(value);
    if (key === null) return [];
    const owner = first.get(key);
    if (owner === undefined) first.set(key, value);
    return owner === undefined ? [] : reuseOf(line, value, owner);
  });
}

function reuseOf(line: ImportLine, value: SignedProof, owner: SignedProof): readonly ImportIssue[] {
  if (owner.proofId !== value.proofId) {
    return [invalid(line, 'challenge', `belongs to proof ${owner.proofId}; another proof needs another challenge`)];
  }
  if (owner.provedAt !== value.provedAt) {
    const time = formatTimestamp(owner.provedAt);
    return [
      invalid(line, 'provedAt', `is not ${time}, when this challenge proved; a later proof needs another challenge`),
    ];
  }
  return canonicalJson(owner.method) === canonicalJson(value.method)
    ? []
    : [invalid(line, 'method', 'is another one than that of this challenge on the log; it needs another challenge')];
}
