import { sameAccount } from '../addresses.ts';
import type { ProofClaim } from './proof.ts';

/** Accounts whose signature proves control of the authority: the authority itself and its observed signers. */
export const proversOf = ({ authority, signers }: ProofClaim): readonly string[] => [
  ...new Set([authority.address, ...signers]),
];

/** Whether an account may prove control of the authority. */
export const isProver = (claim: ProofClaim, account: string): boolean =>
  proversOf(claim).some((one) => sameAccount(claim.chain, one, account));

/** The authority and what is known about its signers, as the end of a sentence. */
export const proversText = ({ authority, signers }: ProofClaim): string =>
  `${authority.address} (${signers.length === 0 ? 'no signers of it were observed' : `its observed signers: ${signers.join(', ')}`})`;
