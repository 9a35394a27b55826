import type {
  AccountControlValue,
  AssetDeclarationValue,
  AuthorityGoneValue,
  AuthorityValue,
  ChainReadingValue,
  PartyDeclarationValue,
  ProofValue,
} from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { nameOfSource } from '../../../schemas/terms/source-keys.ts';
import { challengeKeyOf } from '../../../schemas/values/challenge-key.ts';
import { creatorAuthority } from '../../../schemas/terms/authorities.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import { comparableWallet } from '../../../schemas/values/same-wallet.ts';

export interface ObservedAuthority {
  readonly value: AuthorityValue;
  /** CAIP-2 id of the chain it was read from. */
  readonly caip2: string;
  /** Time of the first reading that showed this value, milliseconds. */
  readonly observedAt: number;
  /** What read it, such as `evm-4`. */
  readonly extractor: string;
}

/** A wallet that was an authority once, and the reading that states another or none. */
export interface FormerAuthority {
  readonly type: string;
  readonly address: string;
  readonly caip2: string;
  /** Time of that reading, milliseconds. */
  readonly endedAt: number;
}

/** A reading of everything that the plan reads of the asset. */
interface WholeReading {
  /** Milliseconds. */
  readonly at: number;
  readonly extractor: string;
}

/** An account with power over the asset, as its chain states it. */
export interface ObservedControl
  extends Pick<AccountControlValue, 'kind' | 'signers' | 'threshold' | 'timeLockSeconds' | 'modules' | 'next'> {
  readonly address: string;
  readonly caip2: string;
}

/** A party that sources link to the asset by its LEI, beside those that the asset names. */
export interface LinkedParty {
  readonly lei: string;
  /** Sorted. */
  readonly roles: readonly string[];
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
  /** The newest whole reading by CAIP-2 id. */
  readonly stated?: Readonly<Record<string, WholeReading>>;
  /** By account and source. */
  readonly controls?: Readonly<Record<string, ObservedControl>>;
  /** Keys of `authorities` that the chain no longer answers for: the last holder stays, with its time. */
  readonly gone?: Readonly<Record<string, true>>;
  /** The authorities that ended last, the newest first; proofs of theirs back nothing any more. */
  readonly former?: readonly FormerAuthority[];
  /** ISINs of the reserve by source. */
  readonly collateral?: Readonly<Record<string, readonly string[]>>;
  /** LEI of the issuer by ISIN of the asset, as reference data states it. */
  readonly reserveIssuers?: Readonly<Record<string, string>>;
  /** Sorted by LEI. */
  readonly links?: readonly LinkedParty[];
}

const partsKey = (assetId: string): string => `parts\t${assetId}`;
const empty: AssetParts = { declaration: null, parties: {}, authorities: {}, proofs: {}, challenges: {} };

/** Stores the parts with one more accepted value, and returns all of them. */
export function updateParts(state: KeyedState, assetId: string, update: (parts: AssetParts) => AssetParts): AssetParts {
  const parts = update(partsOf(state, assetId));
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

export const withAuthority: Addition<AuthorityValue> = (parts, value, observation) => {
  const { sourceKey, observedAt, extractor } = observation;
  const authority = value === null ? null : { value, caip2: nameOfSource(sourceKey), observedAt, extractor };
  const authorities = withMember(parts.authorities, memberKey(observation), authority);
  return withFormer({ ...parts, authorities }, parts, observedAt);
};

/** Former authorities of an asset: more than it has, and few enough for a state that each reading rewrites. */
const mostFormer = 50;

/** The parts with those authorities as former ones that were in `before` and that no source states any more. */
function withFormer(parts: AssetParts, before: AssetParts, endedAt: number): AssetParts {
  const current = new Set(Object.values(parts.authorities).map(identityOf));
  const ended = Object.values(before.authorities).filter((one) => !current.has(identityOf(one)));
  if (ended.length === 0) return parts;
  const added = ended.map(({ value: { type, address }, caip2 }) => ({ type, address, caip2, endedAt }));
  return { ...parts, former: [...added, ...(parts.former ?? [])].slice(0, mostFormer) };
}

const identityOf = ({ value: { type, address }, caip2 }: ObservedAuthority): string =>
  `${type} ${caip2} ${comparableWallet(address, caip2)}`;

export const withControl: Addition<AccountControlValue> = (parts, value, observation) => {
  const { subjectKey: address, sourceKey } = observation;
  const control = value === null ? null : { ...essentialOf(value), address, caip2: nameOfSource(sourceKey) };
  return { ...parts, controls: withMember(parts.controls ?? {}, memberKey(observation), control) };
};

const essentialOf = ({ kind, signers, threshold, timeLockSeconds, modules, next }: AccountControlValue) => ({
  kind,
  signers,
  threshold,
  timeLockSeconds,
  modules,
  next,
});

export const withGone: Addition<AuthorityGoneValue> = (parts, value, observation) => ({
  ...parts,
  gone: withMember(parts.gone ?? {}, memberKey(observation), value === null ? null : true),
});

/** The instruments that a source states; those of a source that states none any more are left out. */
export const withCollateral = (parts: AssetParts, isins: readonly string[], { sourceKey }: Observation): AssetParts => {
  const stated = isins.length === 0 ? null : [...new Set(isins)].sort();
  const collateral = withMember(parts.collateral ?? {}, sourceKey, stated);
  const { reserveIssuers } = parts;
  if (reserveIssuers === undefined) return { ...parts, collateral };
  const before = new Set(Object.values(parts.collateral ?? {}).flat());
  const listed = new Set(Object.values(collateral).flat());
  const kept = Object.entries(reserveIssuers).filter(([isin]) => listed.has(isin) || !before.has(isin));
  return { ...parts, collateral, reserveIssuers: Object.fromEntries(kept) };
};

/** The issuer of an instrument; null when reference data states none. */
export const withReserveIssuer = (parts: AssetParts, isin: string, lei: string | null): AssetParts => ({
  ...parts,
  reserveIssuers: withMember(parts.reserveIssuers ?? {}, isin, lei),
});
const memberKey = ({ subjectKey, sourceKey }: Observation): string => `${subjectKey}\t${sourceKey}`;

/**
 * `stated` comes behind the facts of a whole reading: what it did not state otherwise holds at its time, and authorities that
 * were imported and that it does not state have ended.
 */
export function withChainReading(
  parts: AssetParts,
  chainReading: ChainReadingValue,
  { sourceKey, observedAt, extractor }: Observation,
): AssetParts {
  if (chainReading !== 'stated') return { ...parts, chainReading };
  const caip2 = nameOfSource(sourceKey);
  const authorities = Object.entries(parts.authorities).filter(
    ([, { value, caip2: own, extractor: by }]) => own !== caip2 || by === extractor || value.type === creatorAuthority,
  );
  const stated = { at: Math.max(observedAt, parts.stated?.[caip2]?.at ?? observedAt), extractor };
  return withFormer(
    {
      ...parts,
      chainReading,
      authorities: Object.fromEntries(authorities),
      stated: { ...parts.stated, [caip2]: stated },
    },
    parts,
    observedAt,
  );
}

/** The parts as last stored; for comparisons that depend on other facts of the asset. */
export const partsOf = (state: KeyedState, assetId: string): AssetParts =>
  state.get<AssetParts>(partsKey(assetId)) ?? empty;

/**
 * A challenge proves once: the first record of it on the log counts, on every engine (decision 12). A later one is ignored, of
 * another proof as of the same: it would give an old signature a new time.
 */
export const withProof: Addition<ProofValue> = (parts, value, { subjectKey }) => {
  const challenge = value === null ? null : challengeKeyOf(value);
  if (challenge !== null && parts.challenges[challenge] !== undefined) return parts;
  const proofs = withMember(parts.proofs, subjectKey, value);
  if (challenge === null) return { ...parts, proofs };
  return { ...parts, proofs, challenges: { ...parts.challenges, [challenge]: subjectKey } };
};

/** A value of null removes the member. */
type Addition<V> = (parts: AssetParts, value: V | null, observation: Observation) => AssetParts;

function withMember<V>(all: Readonly<Record<string, V>>, key: string, value: V | null): Readonly<Record<string, V>> {
  const others = Object.entries(all).filter(([name]) => name !== key);
  const entries: [string, V][] = value === null ? others : [...others, [key, value]];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
