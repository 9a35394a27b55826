import type { ProofMethod } from '../../../schemas/facts.ts';
import type { RecordAuthority, RecordProof } from '../../../schemas/generated/records.ts';
import { accountText } from '../../../schemas/terms/account-text.ts';
import { type ExplorerLink, explorerLink } from '../../../schemas/values/explorer-links.ts';
import { authorityLabel, type AuthorityLabel } from '../../labels/authorities.ts';
import { isAbout, isProof } from '../../../api/readmodel/standing/proven.ts';
import { proofText } from './proof-text.ts';

export interface ProofView {
  /** False for what only the operator states. */
  readonly isProof: boolean;
  readonly text: string;
  readonly at: number;
  readonly verifiedBy: string;
  /** Why it no longer backs the authority; null while it does. */
  readonly lapsed: string | null;
}

export interface AuthorityView extends AuthorityLabel {
  readonly id: string;
  /** "key", "time lock", "2 of 3 signers". */
  readonly account: string;
  readonly address: string;
  /** Its page on a block explorer; null where none is known. */
  readonly explorer: ExplorerLink | null;
  readonly signers: readonly string[];
  readonly observedAt: number | null;
  /** A reading of the chain described the account; an import states an authority, too. */
  readonly isRead: boolean;
  readonly proofs: readonly ProofView[];
}

/** @param chain slug */
export function authorityView(
  authority: RecordAuthority,
  proofs: readonly RecordProof[],
  chain: string,
): AuthorityView {
  const { id, type, address, observedAt } = authority;
  const own = proofs.filter((proof) => isAbout(proof, authority));
  return {
    id,
    ...authorityLabel(type),
    account: accountText(authority),
    address,
    explorer: explorerLink('account', chain, address),
    signers: authority.signers,
    observedAt,
    isRead: typeof authority.accountKind === 'string',
    proofs: own.map(proofView),
  };
}

export function proofView({ method, provedAt, verifiedBy, lapsed }: RecordProof): ProofView {
  const parsed = JSON.parse(method) as ProofMethod;
  return { isProof: isProof(parsed), text: proofText(parsed), at: provedAt, verifiedBy, lapsed: lapsed ?? null };
}

/** Whether a proof that counts shows control of an authority. */
export const isProven = (authority: RecordAuthority, proofs: readonly RecordProof[]): boolean =>
  authority.verified &&
  proofs.some(
    (proof) =>
      isAbout(proof, authority) && typeof proof.lapsed !== 'string' && isProof(JSON.parse(proof.method) as ProofMethod),
  );
