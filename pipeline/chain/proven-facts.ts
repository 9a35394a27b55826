import { type AssetState, factId, type FactPlace } from './statement.ts';

/** Facts that the state root of the block proves: their ids, by asset id. */
export type ProvenFacts = ReadonlyMap<string, ReadonlySet<string>>;

/** What the proofs of one provider show. */
export interface StateProofs {
  readonly facts: ProvenFacts;
  /** Account for which the provider's answers or proof contradict the state root; null: none. */
  readonly contradicted: string | null;
}

/** What a plan that asks for proofs gives. */
export type ProvingResult =
  | { readonly states: readonly AssetState[]; readonly proofs: StateProofs }
  | { readonly refused: 'block_unknown' };

const readingId = factId({ subjectKind: 'asset', subjectKey: '', field: 'chain_reading' });

/** Whether a fact of an asset is proven. That its contract is gone is, when the reading "no contract" is. */
export function isProven(proven: ProvenFacts, assetId: string, fact: FactPlace): boolean {
  const own = proven.get(assetId);
  return own?.has(fact.field === 'gone' ? readingId : factId(fact)) === true;
}
