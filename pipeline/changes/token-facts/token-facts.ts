/** Facts by which the deployments of a token are compared with each other and with what its issuer states. */
import {
  type AssetDeclarationValue,
  assetDeclaration,
  type ChainReadingValue,
  chainSupply,
  chainToken,
} from '../../../schemas/facts.ts';
import type { Observation, TokenFact } from '../../../schemas/generated/records.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { emit, type KeyedState, type Output } from '../../runtime/processor.ts';
import { establishedIn, type Fact, factKey, factOfKey, factPrefix } from '../fact.ts';
import { kindOf, type TokenFactKind, valueOf } from './kinds.ts';
import { mintersOf } from './minters.ts';
import { tokenIdOf } from './token-id.ts';

const tokenKey = (assetId: string): string => `token\t${assetId}`;

/**
 * The records that an observation gives. `before`: the facts it wrote, as they were. A reading of the supply always gives one,
 * any other fact when what is established differs. An asset that becomes part of another token leaves the one it was part of,
 * and brings what is established with it.
 */
export function tokenFacts(
  state: KeyedState,
  before: ReadonlyMap<string, unknown>,
  cause: Observation,
  position: number,
): readonly TokenFact[] {
  const { assetId, observedAt: at, id: observationId } = cause;
  const known = state.get<string>(tokenKey(assetId)) ?? null;
  const tokenId = before.has(declarationKey(assetId)) ? declaredToken(state, assetId) : known;
  const common = { assetId, at, observationId, position };
  if (tokenId !== known) {
    if (tokenId === null) state.delete(tokenKey(assetId));
    else state.put(tokenKey(assetId), tokenId);
    const left: readonly TokenFact[] =
      known === null
        ? []
        : [{ ...common, tokenId: known, kind: 'left', subjectKey: '', sourceKey: 'registry', value: null }];
    return [...left, ...(tokenId === null ? [] : allFacts(state, tokenId, cause, position))];
  }
  if (tokenId === null) return [];
  return [...before].flatMap(([key, earlier]) => {
    const place = factOfKey(key);
    const kind = kindOf(place);
    if (kind === null) return [];
    const stated = (fact: Fact | undefined): string | null => statedOf(state, assetId, place, fact);
    const [was, is] = [stated(earlier as Fact | undefined), stated(state.get<Fact>(key))];
    const { subjectKey, sourceKey } = place;
    const record = (of: TokenFactKind, value: string | null): TokenFact => ({
      ...common,
      tokenId,
      kind: of,
      subjectKey,
      sourceKey,
      value,
    });
    const isStated = kind === 'supply' || was !== is;
    return [
      ...(isStated ? [record(kind, is)] : []),
      ...heldSupply(state, place, cause).map((one) => record('supply', one)),
    ];
  });
}

/** What a whole reading of a chain did not state otherwise holds at its time: the supply that was stated last. */
function heldSupply(
  state: KeyedState,
  { field, sourceKey }: ReturnType<typeof factOfKey>,
  { assetId, observedAt, value }: Observation,
): readonly string[] {
  if (field !== 'chain_reading' || value !== readWhole) return [];
  const place = { subjectKind: 'asset', subjectKey: '', field: 'supply', sourceKey };
  const fact = state.get<Fact>(factKey({ assetId, ...place }));
  const held = fact === undefined || fact.seenAt >= observedAt ? null : statedOf(state, assetId, place, fact);
  return held === null ? [] : [held];
}

const readWhole = canonicalJson('stated' satisfies ChainReadingValue);

export const emitTokenFacts = (facts: readonly TokenFact[], at: number): readonly Output[] =>
  facts.map((fact) => emit('token.facts', fact, at));

const declarationKey = (assetId: string): string =>
  factKey({ assetId, subjectKind: 'asset', subjectKey: '', field: 'declaration', sourceKey: 'registry' });

function declarationOf(state: KeyedState, assetId: string): AssetDeclarationValue | null {
  return storedValue(state.get<Fact>(declarationKey(assetId))?.value, assetDeclaration);
}

function declaredToken(state: KeyedState, assetId: string): string | null {
  const declaration = declarationOf(state, assetId);
  return declaration === null ? null : tokenIdOf(declaration.asset);
}

/** Everything that is established about an asset, for a token that it was no part of. */
function allFacts(state: KeyedState, tokenId: string, cause: Observation, position: number): readonly TokenFact[] {
  const { assetId, observedAt, id } = cause;
  return [...state.entries<Fact>(factPrefix(assetId))].flatMap(([key, fact]) => {
    const place = factOfKey(key);
    const kind = kindOf(place);
    const value = kind === null ? null : statedOf(state, assetId, place, fact);
    if (kind === null || value === null) return [];
    const { subjectKey, sourceKey } = place;
    // A supply is of the time at which it was read.
    const read =
      kind === 'supply' ? { at: fact.seenAt, observationId: fact.seenId } : { at: observedAt, observationId: id };
    return [{ tokenId, assetId, kind, subjectKey, sourceKey, value, position, ...read }];
  });
}

/** What a fact states for its token, RFC 8785 text; null when it states nothing. */
function statedOf(
  state: KeyedState,
  assetId: string,
  place: ReturnType<typeof factOfKey>,
  fact: Fact | undefined,
): string | null {
  const value = establishedIn(fact)?.value ?? null;
  if (place.field === 'supply' && value !== null) {
    return canonicalJson({
      units: storedValue(value, chainSupply),
      decimals: decimalsOf(state, assetId, place.sourceKey),
      minters: mintersOf(state, assetId),
    });
  }
  // A sentence counts once a second capture has it, too.
  if (place.field === 'disclosed_control' && fact !== undefined && fact.seenId === fact.id) return null;
  return valueOf(place, value);
}

/** Decimal places by the chain, else as declared. */
function decimalsOf(state: KeyedState, assetId: string, sourceKey: string): number | null {
  const key = factKey({ assetId, subjectKind: 'asset', subjectKey: '', field: 'token', sourceKey });
  const token = storedValue(state.get<Fact>(key)?.value, chainToken);
  return token?.decimals ?? declarationOf(state, assetId)?.asset.decimals ?? null;
}
