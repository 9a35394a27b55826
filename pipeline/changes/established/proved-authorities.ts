/** Whether proofs show control of each authority of an asset: one fact, derived from those of the chain and the proofs. */
import type { ProvedAuthority } from '../../../schemas/facts/derived.ts';
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { creatorAuthority } from '../../../schemas/terms/authorities.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import { composeAuthorities } from '../composition/authorities.ts';
import { partsOf } from '../composition/parts.ts';
import { type Fact, factOfKey, factPrefix } from '../fact.ts';

/** The value that was emitted last, RFC 8785 text. */
const emittedKey = (assetId: string): string => `proved\t${assetId}`;

/**
 * The fact, where an observation changes it: none before the chain was read whole, and none while a reading of an authority is
 * a draft. Who created a token has no power by that. `before`: the facts that the observation wrote.
 */
export function authorityFacts(
  state: KeyedState,
  before: ReadonlyMap<string, unknown>,
  cause: Observation,
  position: number,
): readonly AssetFact[] {
  const { assetId, observedAt, id } = cause;
  if (![...before.keys()].some(isAboutControl) || hasDraft(state, assetId)) return [];
  const parts = partsOf(state, assetId);
  if (parts.stated === undefined) return [];
  const authorities: readonly ProvedAuthority[] = composeAuthorities(assetId, parts)
    .filter(({ type }) => type !== creatorAuthority)
    .map(({ type, address, verified }) => ({ type, address, isProved: verified }));
  const value = canonicalJson(authorities);
  if (state.get<string>(emittedKey(assetId)) === value) return [];
  state.put(emittedKey(assetId), value);
  const about = { assetId, subjectKind: 'asset', subjectKey: '', field: 'authorities', sourceKey: 'registry' };
  return [{ ...about, value, sourceUrl: null, since: observedAt, observationId: id, position }];
}

function isAboutControl(key: string): boolean {
  const { subjectKind, field } = factOfKey(key);
  return subjectKind === 'authority' || subjectKind === 'proof' || field === 'chain_reading';
}

const hasDraft = (state: KeyedState, assetId: string): boolean =>
  [...state.entries<Fact>(factPrefix(assetId, 'authority'))].some(([, { draft }]) => draft !== null);
