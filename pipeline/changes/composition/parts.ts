import type {
  AssetDeclarationValue,
  AuthorityValue,
  ChainReadingValue,
  PartyDeclarationValue,
  ProofValue,
} from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { challengeKeyOf } from '../../../schemas/values/challenge-key.ts';
import type { KeyedState } from '../../runtime/processor.ts';

export interface ObservedAuthority {
  readonly value: AuthorityValue;
  /** CAIP-2 id of the chain it was read from. */
  readonly caip2: string;
  /** Time of the first reading that showed this value, milliseconds. */
  readonly observedAt: number;
}

/** The accepted facts that the asset record and the subjects are composed of. Facts of lists and registers are not. */
export interface AssetParts {
  readonly declaration: AssetDeclarationValue | null;
  /** By party id. */
  readonly parties: Readonly<Record<string, PartyDeclarationValue>>;
  /** By subject key and source. */
  readonly authorities: Readonly<Record<string, ObservedAuthority>>;
  /** By proof id. */
  readonly proofs: Readonly<Record<string, ProofValue>>;
  /** Proof id by challenge, also of challenges that their proof has no longer. */
  readonly challenges: Readonly<Record<string, string>>;
  /** Absent before the first reading of the chain. */
  readonly chainReading?: ChainReadingValue;
}

const partsKey = (assetId: string): string => `parts\t${assetId}`;
const empty: AssetParts = { declaration: null, parties: {}, authorities: {}, proofs: {}, challenges: {} };

/** Stores the parts with one more accepted value, and returns all of them. */
export function updateParts(state: KeyedState, assetId: string, update: (parts: AssetParts) => AssetParts): AssetParts {
  const parts = update(state.get<AssetParts>(partsKey(assetId)) ?? empty);
  state.put(partsKey(assetId), parts);
  return parts;
}

export const withDeclaration = (parts: AssetParts, declaration: AssetDeclarationValue): AssetParts => ({
  ...parts,
  declaration,
});

export const withParty: Addition<PartyDeclarationValue> = (parts, value, { subjectKey }) => ({
  ...parts,
  parties: withMember(parts.parties, subjectKey, value),
});

export const withAuthority: Addition<AuthorityValue> = (parts, value, { subjectKey, sourceKey, observedAt }) => {
  const caip2 = sourceKey.slice('chain:'.length);
  const authority = value === null ? null : { value, caip2, observedAt };
  return { ...parts, authorities: withMember(parts.authorities, `${subjectKey}\t${sourceKey}`, authority) };
};

export const withChainReading = (parts: AssetParts, chainReading: ChainReadingValue): AssetParts => ({
  ...parts,
  chainReading,
});

/**
 * A proof whose challenge belongs to another proof is ignored. Two imports at the same time may both append it; the first on
 * the log counts, on every engine (decision 12).
 */
export const withProof: Addition<ProofValue> = (parts, value, { subjectKey }) => {
  const proofs = withMember(parts.proofs, subjectKey, value);
  const challenge = value === null ? null : challengeKeyOf(value);
  if (challenge === null) return { ...parts, proofs };
  const owner = parts.challenges[challenge] ?? subjectKey;
  if (owner !== subjectKey) return parts;
  return { ...parts, proofs, challenges: { ...parts.challenges, [challenge]: owner } };
};

/** A value of null removes the member. */
type Addition<V> = (parts: AssetParts, value: V | null, observation: Observation) => AssetParts;

function withMember<V>(all: Readonly<Record<string, V>>, key: string, value: V | null): Readonly<Record<string, V>> {
  const others = Object.entries(all).filter(([name]) => name !== key);
  const entries: [string, V][] = value === null ? others : [...others, [key, value]];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
