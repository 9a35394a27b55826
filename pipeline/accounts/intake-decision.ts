import type { AssetRecord } from '../../schemas/generated/records.ts';
import { type AddressEncoding, chainBySlug } from '../../schemas/values/chains.ts';
import type { Term } from '../../schemas/vocabulary.ts';

export type IntakeDecision =
  | { readonly outcome: 'ready' | 'partial' }
  | { readonly outcome: 'unresolved'; readonly reason: Term<'stateReason'> };

/** Address encodings of the chains whose authorities can be observed. */
const observedEncodings: readonly AddressEncoding[] = ['evm', 'solana'];

/**
 * Decides an intake from the asset's record alone (conformance B-35). `unresolved` only if nothing about the asset can be
 * observed: no observed chain and no issuer to screen. `partial` without declared sources, which disclosures are read from.
 */
export function decideIntake(record: Pick<AssetRecord, 'chain' | 'issuer' | 'sourcesDeclared'>): IntakeDecision {
  const chain = chainBySlug(record.chain);
  const observed = chain !== undefined && observedEncodings.includes(chain.encoding);
  if (!observed && record.issuer === null) return { outcome: 'unresolved', reason: 'unsupported_chain' };
  return { outcome: record.sourcesDeclared === 0 ? 'partial' : 'ready' };
}
