import type {
  AssetDeclarationValue,
  AuthorityValue,
  PartyDeclarationValue,
  ProofValue,
} from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import type { Reading } from '../families/families.ts';

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
}

const partsKey = (assetId: string): string => `parts\t${assetId}`;
const empty: AssetParts = { declaration: null, parties: {}, authorities: {}, proofs: {} };

/** Stores a newly accepted reading and returns all parts; null when the reading is not part of the composition. */
export function takePart(state: KeyedState, observation: Observation, reading: Reading): AssetParts | null {
  // Most readings are cells of registers and matches of lists. For these, the parts (some kilobytes) are not even read.
  if (!isPart(reading)) return null;
  const parts = state.get<AssetParts>(partsKey(observation.assetId)) ?? empty;
  const next = withReading(parts, observation, reading);
  state.put(partsKey(observation.assetId), next);
  return next;
}

type Part = Extract<Reading, { readonly about: 'asset_declaration' | 'party_declaration' | 'authority' | 'proof' }>;

const isPart = (reading: Reading): reading is Part =>
  reading.about === 'asset_declaration' ||
  reading.about === 'party_declaration' ||
  reading.about === 'authority' ||
  reading.about === 'proof';

function withReading(parts: AssetParts, observation: Observation, reading: Part): AssetParts {
  switch (reading.about) {
    case 'asset_declaration':
      return { ...parts, declaration: reading.value };
    case 'party_declaration':
      return { ...parts, parties: withMember(parts.parties, observation.subjectKey, reading.value) };
    case 'authority': {
      const { subjectKey, sourceKey, observedAt } = observation;
      const caip2 = sourceKey.slice('chain:'.length);
      const authority = reading.value === null ? null : { value: reading.value, caip2, observedAt };
      return { ...parts, authorities: withMember(parts.authorities, `${subjectKey}\t${sourceKey}`, authority) };
    }
    case 'proof':
      return { ...parts, proofs: withMember(parts.proofs, observation.subjectKey, reading.value) };
  }
}

function withMember<V>(all: Readonly<Record<string, V>>, key: string, value: V | null): Readonly<Record<string, V>> {
  const others = Object.entries(all).filter(([name]) => name !== key);
  const entries: [string, V][] = value === null ? others : [...others, [key, value]];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
