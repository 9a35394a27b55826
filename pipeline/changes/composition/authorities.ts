import { isMultisig } from '../../../schemas/terms/account-kinds.ts';
import type { ProofValue } from '../../../schemas/facts.ts';
import type { RecordAuthority } from '../../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import { comparableWallet } from '../../../schemas/values/same-wallet.ts';
import { controlOf } from './controllers.ts';
import { isAbout, lapseOf } from './lapse.ts';
import type { AssetParts, ObservedAuthority } from './parts.ts';

/**
 * Observed authorities, each wallet once per type (the newest reading), sorted by type and address. `verified` is true
 * where accepted proofs show control of the wallet (conformance A-71).
 */
export function composeAuthorities(assetId: string, parts: AssetParts): readonly RecordAuthority[] {
  const proofs = Object.values(parts.proofs);
  const newest = new Map<string, RecordAuthority>();
  for (const observed of describedAuthorities(parts)) {
    const authority = recordOf(assetId, observed, proofs);
    const known = newest.get(authority.id);
    if (known === undefined || (known.observedAt ?? 0) < observed.observedAt) newest.set(authority.id, authority);
  }
  return [...newest.values()].sort((a, b) => order(a.type, b.type) || order(a.address, b.address));
}

/** An observed authority, and what its chain states the account to be; null where no reading described it. */
interface DescribedAuthority extends ObservedAuthority {
  readonly accountKind: string | null;
}

/** The observed authorities, with their accounts as the chain describes them. */
export const describedAuthorities = (parts: AssetParts): readonly DescribedAuthority[] =>
  Object.entries(parts.authorities).map(([key, observed]) => asDescribed(parts, key, observed));

/**
 * The authority with the account as its chain describes it, at the time of the newest whole reading that holds for it. Fewer
 * kinds of accounts are multisigs for interface A than exist: a time lock acts for another account.
 */
function asDescribed(parts: AssetParts, key: string, observed: ObservedAuthority): DescribedAuthority {
  const { value, caip2 } = observed;
  const statedAt = parts.gone?.[key] === true ? undefined : parts.stated?.[caip2]?.at;
  const observedAt = Math.max(observed.observedAt, statedAt ?? observed.observedAt);
  const control = controlOf(parts, value.address, caip2);
  if (control === undefined) return { ...observed, observedAt, accountKind: null };
  const { kind: accountKind, signers, threshold } = control;
  const described = isMultisig(accountKind)
    ? ({ accountType: 'multisig', signers, threshold } as const)
    : ({ accountType: 'regular', signers: [], threshold: null } as const);
  return { ...observed, observedAt, accountKind, value: { ...value, ...described } };
}

/**
 * Whether proofs show control of an authority: a proof by the wallet itself or, for a multisig, proofs by at least
 * `threshold` of its signers. Proofs that an operator entered by hand do not count, nor do those that lapsed.
 */
function isProved(observed: ObservedAuthority, proofs: readonly ProofValue[]): boolean {
  const { value, caip2 } = observed;
  const provers = proofs
    .filter((proof) => proof.method.type !== 'admin_manual' && isAbout(proof, observed))
    .filter((proof) => lapseOf(proof, observed) === null)
    .map(({ provedBy }) => comparableWallet(provedBy, caip2));
  if (provers.includes(comparableWallet(value.address, caip2))) return true;
  if (value.accountType !== 'multisig' || value.threshold === null || value.threshold < 1) return false;
  const signers = new Set(value.signers.map((signer) => comparableWallet(signer, caip2)));
  return new Set(provers.filter((prover) => signers.has(prover))).size >= value.threshold;
}

function recordOf(assetId: string, observed: DescribedAuthority, proofs: readonly ProofValue[]): RecordAuthority {
  const { value, caip2, observedAt, accountKind } = observed;
  return {
    id: uuidV5(namespaces.authority, `${assetId}|${value.type}|${comparableWallet(value.address, caip2)}`),
    type: value.type,
    address: value.address,
    accountType: value.accountType,
    signers: value.accountType === 'multisig' ? [...value.signers].sort() : [],
    threshold: value.accountType === 'multisig' ? value.threshold : null,
    verified: isProved(observed, proofs),
    observedAt,
    accountKind,
  };
}

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
