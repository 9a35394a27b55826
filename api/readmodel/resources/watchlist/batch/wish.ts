import { isLei } from '../../../../../schemas/values/lei.ts';
import { formats } from '../../../../../schemas/values/formats.ts';
import { encodingOf } from '../../../../../schemas/values/token-text.ts';
import { chainBySlug } from '../../../../../schemas/values/chains.ts';
import type { Term } from '../../../../../schemas/vocabulary.ts';
import { ApiError } from '../../../../errors.ts';
import type { AssetSummary, RegistryReader } from '../../../memory/registry/index.ts';
import { type SearchDependencies, searchAssets } from '../../search/read.ts';
import type { SearchHit } from '../../../memory/registry/search/ranks.ts';
import { type MeantAssets, meantAmong, meantBy, type NamedAsset, severalMatch } from '../named-asset.ts';

/** An entry of a batch: an asset in one of the three ways of an addition, what a person wrote, or an issuer. */
export interface Wish extends NamedAsset {
  readonly text?: string;
  /** LEI or DID. */
  readonly issuer?: string;
}

/** What an entry, or one token of it, leads to: an asset for a command, or an outcome without one. */
export type Finding =
  | { readonly kind: 'asset'; readonly assetId: string }
  | {
      readonly kind: 'outcome';
      readonly outcome: Exclude<Term<'watchOutcome'>, 'added' | 'already'>;
      readonly message: string;
      /** Those of `ambiguous`; empty for any other. */
      readonly candidates: readonly AssetSummary[];
    };

export interface WishDependencies extends SearchDependencies {
  readonly registry: Pick<RegistryReader, 'atAddress' | 'byId' | 'search' | 'withCode'>;
}

export const notRegistered = 'Not in this registry: no asset has this identifier';
export const notVerified = 'The asset is registered, but not public: it can be watched once its issuer is verified';
const severalFound = 'Several public assets match: choose one of the candidates';

export const outcomeOf = (
  outcome: Extract<Finding, { kind: 'outcome' }>['outcome'],
  message: string,
  candidates: readonly AssetSummary[] = [],
): Finding => ({ kind: 'outcome', outcome, message, candidates });

const oneAsset = ({ assetId }: Pick<AssetSummary, 'assetId'>): Finding => ({ kind: 'asset', assetId });

/** What an entry finds: at least one finding, and one for each public token of an issuer or of an identifier of a group. */
export async function findWish(wish: Wish, dependencies: WishDependencies): Promise<readonly Finding[]> {
  if (wish.text !== undefined) return findText(wish.text, dependencies);
  if (wish.issuer !== undefined) return findIssuer(wish.issuer, dependencies.registry);
  return [findNamed(wish, dependencies.registry)];
}

function findNamed(named: NamedAsset, registry: WishDependencies['registry']): Finding {
  const { address, chainSlug } = named;
  if (address !== undefined && encodingOf(address) === null) {
    return outcomeOf('malformed', 'address is no address of a chain of this registry');
  }
  if (chainSlug !== undefined && chainBySlug(chainSlug) === undefined) {
    return outcomeOf('malformed', 'chainSlug is no chain of this registry');
  }
  try {
    return findingOf(meantBy(named, registry));
  } catch (error) {
    if (error instanceof ApiError) return outcomeOf('malformed', error.message);
    throw error;
  }
}

function findingOf(meant: MeantAssets): Finding {
  if (meant.kind === 'one') return { kind: 'asset', assetId: meant.assetId };
  if (meant.kind === 'several') return outcomeOf('ambiguous', severalMatch, meant.candidates);
  return meant.isRegistered ? outcomeOf('not_verified', notVerified) : outcomeOf('not_registered', notRegistered);
}

/**
 * An identifier of one token finds it, one of a group each of its public tokens. Words find the one token that they name:
 * which of several is meant is for the key holder to decide.
 */
async function findText(text: string, dependencies: WishDependencies): Promise<readonly Finding[]> {
  const { hits, readAs } = await searchAssets(text, dependencies);
  const found = hits.map(({ asset }) => asset);
  switch (readAs) {
    case 'words':
      return [findWords(text, hits)];
    case 'caip19':
    case 'address':
      return [findingOf(meantAmong(found))];
    case 'uuid':
    case 'slug':
    case 'lei':
    case 'did':
    case 'dti':
    case 'ffg':
    case 'isin':
      return tokensOf(found);
  }
}

function findWords(text: string, hits: readonly SearchHit<AssetSummary>[]): Finding {
  const [first, second] = hits;
  if (first === undefined) return outcomeOf('malformed', `No token found for “${text.trim()}”. Try its address.`);
  const isExact = first.match === 'symbol' || first.match === 'name';
  if (second === undefined || (isExact && second.match !== first.match)) return oneAsset(first.asset);
  const candidates = isExact ? hits.filter(({ match }) => match === first.match) : hits;
  return outcomeOf(
    'ambiguous',
    severalFound,
    candidates.map(({ asset }) => asset),
  );
}

function findIssuer(issuer: string, registry: WishDependencies['registry']): readonly Finding[] {
  const code = issuer.trim().toUpperCase();
  if (!isLei(code) && !formats.ulid.accepts(code)) return [outcomeOf('malformed', 'issuer must be an LEI or a DID')];
  return tokensOf(registry.withCode(code).filter((asset) => asset.issuer?.lei === code || asset.issuer?.did === code));
}

/** The public tokens among those of an issuer or a group. */
function tokensOf(all: readonly AssetSummary[]): readonly Finding[] {
  const found = all.filter(({ isWithdrawn }) => !isWithdrawn);
  const open = found.filter((asset) => asset.public);
  if (open.length > 0) return open.map(oneAsset);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return [oneAsset(only)];
  return [found.length === 0 ? outcomeOf('not_registered', notRegistered) : outcomeOf('not_verified', notVerified)];
}
