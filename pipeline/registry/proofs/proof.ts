import type { ProofMethod } from '../../../schemas/facts.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import type { Chain } from '../../../schemas/values/chains.ts';

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
}

/** The stored members of a verified proof, or the reason for refusal with the member of the line. */
export type ProofVerdict =
  | {
      readonly verified: true;
      readonly method: ProofMethod;
      /** Address that proved control: the authority or one of its signers. */
      readonly provedBy: string;
      /** Name of the verifier. */
      readonly verifiedBy: string;
    }
  | { readonly verified: false; readonly path: string; readonly reason: string };

export const refused = (path: string, reason: string): ProofVerdict => ({ verified: false, path, reason });

/** The first member that the method does not know; null if there is none. */
export const unknownMember = (members: Readonly<Record<string, unknown>>, known: readonly string[]): string | null =>
  Object.keys(members).find((name) => !known.includes(name)) ?? null;
