import type { AssetRecord } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';

export type IntakeDecision =
  | { readonly outcome: 'ready' }
  /** Monitored, without these parts. */
  | { readonly outcome: 'partial'; readonly missing: readonly Term<'intakeGap'>[] }
  | { readonly outcome: 'unresolved'; readonly reason: Term<'stateReason'> };

/** What of a record decides an intake. */
export type IntakeFacts = Pick<AssetRecord, 'chainReading' | 'issuerNamed' | 'sourcesDeclared' | 'authorities'>;

const chainGaps: Readonly<Record<string, Term<'intakeGap'>>> = {
  not_observed: 'chain_not_observed',
  unreadable: 'chain_unreadable',
};

/**
 * Decides an intake from the asset's record alone (conformance B-35); null as long as its chain has not answered. `unresolved`
 * if the chain has no such contract, or if nothing about the asset can be observed: its chain is not observed, no authority
 * was imported, and no issuer is named that could be screened.
 */
export function decideIntake({
  chainReading,
  issuerNamed,
  sourcesDeclared,
  authorities,
}: IntakeFacts): IntakeDecision | null {
  if (chainReading === null) return null;
  if (chainReading === 'no_contract') return { outcome: 'unresolved', reason: 'contract_not_found' };
  const isWithoutChain = chainReading === 'not_observed' && authorities.length === 0;
  if (isWithoutChain && !issuerNamed) return { outcome: 'unresolved', reason: 'unsupported_chain' };
  const chainGap = chainGaps[chainReading];
  const missing: Term<'intakeGap'>[] = [
    ...(chainGap === undefined ? [] : [chainGap]),
    ...(sourcesDeclared === 0 ? (['no_sources'] as const) : []),
    ...(!issuerNamed ? (['no_issuer'] as const) : []),
  ];
  return missing.length === 0 ? { outcome: 'ready' } : { outcome: 'partial', missing };
}
