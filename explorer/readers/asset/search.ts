import type { AssetSummary, RegistryReader } from '../../../api/readmodel/memory/registry/index.ts';
import { parseCaip19 } from '../../../schemas/values/caip.ts';
import { chainByCaip2 } from '../../../schemas/values/chains.ts';
import { isDti } from '../../../schemas/values/dti.ts';
import { isLei } from '../../../schemas/values/lei.ts';

export interface SearchDependencies {
  readonly registry: Pick<RegistryReader, 'atAddress' | 'byId' | 'byIssuerName' | 'byTicker'>;
  /** Ids of the assets that an LEI or DTI belongs to. */
  readonly byIdentifier: (text: string) => Promise<readonly string[]>;
}

/** Longest text that is searched for. */
const longestSearch = 200;

/** Public assets that a text names: address, CAIP-19, ticker, issuer, LEI or DTI, in any case. */
export async function searchAssets(text: string, dependencies: SearchDependencies): Promise<readonly AssetSummary[]> {
  const { registry, byIdentifier } = dependencies;
  const wanted = text.trim().slice(0, longestSearch);
  const exact = atCaip19(wanted, registry) ?? registry.atAddress(wanted);
  if (exact.length > 0) return exact.filter(isPublic);
  const code = wanted.toUpperCase();
  const ids = isLei(code) || isDti(code) ? await byIdentifier(code) : [];
  const named = ids.flatMap((id) => registry.byId(id) ?? []).filter(isPublic);
  return [...new Set([...registry.byTicker(wanted), ...named, ...registry.byIssuerName(wanted)])];
}

/** Null if the text is no CAIP-19 id. */
function atCaip19(text: string, registry: Pick<RegistryReader, 'atAddress'>): readonly AssetSummary[] | null {
  const id = parseCaip19(text);
  const chain = id === null ? undefined : chainByCaip2(id.chain);
  if (id === null || chain === undefined) return null;
  return registry.atAddress(id.assetReference).filter((asset) => asset.chain.slug === chain.slug);
}

const isPublic = (asset: AssetSummary): boolean => asset.public;
