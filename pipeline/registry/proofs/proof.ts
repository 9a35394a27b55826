import type { ProofMethod, ProvedWallet } from '../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { memberPath } from '../../../schemas/values/reasons.ts';

/** A wallet proof as imported: the claim and its evidence. */
export interface ProofClaim {
  readonly asset: RegistryAsset;
  readonly chain: Chain;
  /** Address in stored form. */
  readonly authority: { readonly type: string; readonly address: string };
  /** Signers of the authority as last observed on chain; empty if it is no multisig or was never observed. */
  readonly signers: readonly string[];
  readonly method: Readonly<Record<string, unknown>>;
  /** The text that was signed. */
  readonly challenge: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly provedAt: number;
  /** Record time of the import, milliseconds. */
  readonly asOf: number;
  /** CAIP-10 accounts that transfers may go to; null: they were checked on import. */
  readonly collectors: readonly string[] | null;
}

interface VerifiedProof {
  readonly verified: true;
  readonly method: ProofMethod;
  /** Address that proved control: the authority or one of its signers. */
  readonly provedBy: string;
  /** Name of the verifier. */
  readonly verifiedBy: string;
  /** Hash of what was signed, for a challenge that can be written in several ways. */
  readonly challengeId?: string;
  /** The signers of a multisig that proved as a contract. */
  readonly wallet?: ProvedWallet;
  /** Text of the cassette that a proof by the chain rests on. */
  readonly cassette?: string;
}

export interface RefusedProof {
  readonly verified: false;
  readonly path: string;
  readonly reason: string;
}

/** The stored members of a verified proof, or the reason for refusal with the member of the line. */
export type ProofVerdict = VerifiedProof | RefusedProof;

export const refused = (path: string, reason: string): RefusedProof => ({ verified: false, path, reason });

/** The refusal of the first member of `method` or `evidence` that a method does not know; null if there is none. */
export function unknownMember(
  { method, evidence }: ProofClaim,
  known: { readonly method: readonly string[]; readonly evidence: readonly string[] },
): RefusedProof | null {
  const ofMethod = Object.keys(method).find((name) => !known.method.includes(name));
  if (ofMethod !== undefined) return refused(memberPath('method', ofMethod), 'unknown member');
  const ofEvidence = Object.keys(evidence).find((name) => !known.evidence.includes(name));
  return ofEvidence === undefined ? null : refused(memberPath('evidence', ofEvidence), 'unknown member');
}

/** A text of the evidence, or the refusal of a proof without it. */
export function evidenceText({ evidence }: ProofClaim, name: string): string | RefusedProof {
  const text = evidence[name];
  return typeof text === 'string'
    ? text
    : refused(`evidence.${name}`, text === undefined ? 'is missing' : 'is no text');
}
