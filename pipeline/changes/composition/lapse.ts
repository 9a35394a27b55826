import type { ProofValue } from '../../../schemas/facts.ts';
import { comparableWallet, isSameWallet } from '../../../schemas/values/same-wallet.ts';
import { authorityTerms } from '../../../schemas/terms/authorities.ts';
import { formatDate } from '../../text/values.ts';
import type { FormerAuthority, ObservedAuthority } from './parts.ts';

/** Whether a proof is about an authority: its type and its wallet. */
export const isAbout = ({ authority }: ProofValue, { value, caip2 }: ObservedAuthority): boolean =>
  authority.type === value.type && isSameWallet(authority.address, value.address, caip2);

/**
 * Why a contract signature of a multisig no longer backs it; null while it does. It backs the wallet as it was at its block:
 * when those that joined since reach the threshold by themselves, others than the provers can act. `observed` is the
 * authority as its chain describes it.
 */
export function lapseOf({ wallet }: ProofValue, observed: ObservedAuthority): string | null {
  const { value, caip2, observedAt } = observed;
  const { signers, threshold } = value;
  // A reading from before the block shows the signers that the proof knows better.
  if (wallet === undefined || observedAt <= wallet.at || threshold === null || threshold < 1) return null;
  const known = new Set(wallet.signers.map((signer) => comparableWallet(signer, caip2)));
  const joined = signers.filter((signer) => !known.has(comparableWallet(signer, caip2)));
  if (joined.length < threshold) return null;
  const approvals = threshold === 1 ? 'one approval is' : `${threshold} approvals are`;
  return `${joined.length} of ${signers.length} signers joined the multisig since then, and ${approvals} enough: ${[...joined].sort().join(', ')}`;
}

/** Why a proof of a wallet that was an authority once backs none any more. */
export const endOf = ({ type, address, endedAt }: FormerAuthority): string =>
  `${address} is no longer ${holderOf(type)}, seen ${formatDate(endedAt)}`;

const holderOf = (type: string): string =>
  Object.hasOwn(authorityTerms, type)
    ? authorityTerms[type as keyof typeof authorityTerms].holder
    : `the ${type.replaceAll('_', ' ')}`;
