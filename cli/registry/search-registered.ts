import { createRegistryIndex, type RegistryIndex } from '../../api/readmodel/memory/registry/index.ts';
import { type SearchResult, searchAssets } from '../../api/readmodel/resources/search/read.ts';
import { warningsOf } from '../../api/readmodel/resources/search/warnings.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import { compareTexts } from '../../schemas/values/compare-texts.ts';

/** What a text finds among all declared assets. */
export interface RegisteredSearch extends Pick<SearchResult, 'readAs' | 'truncated' | 'didYouMean'> {
  readonly found: readonly {
    readonly asset: RegistryAsset;
    readonly match: string;
    readonly warnings: readonly string[];
  }[];
}

/** The search of pages and `GET /kyi/v1/search`, over declarations: the operator finds assets that are not public, too. */
export async function searchRegistered(text: string, registry: RegistrySnapshot): Promise<RegisteredSearch> {
  const index = indexOf(registry);
  const { hits, ...result } = await searchAssets(text, {
    registry: index,
    byIdentifier: async (code) => identifiedBy(code, registry),
  });
  const found = hits.flatMap(({ asset, match }) => {
    const declared = registry.assets.get(asset.assetId)?.value;
    return declared === undefined ? [] : [{ asset: declared, match, warnings: warningsOf(asset, index) }];
  });
  return { ...result, found };
}

function indexOf({ assets, parties }: RegistrySnapshot): RegistryIndex {
  const index = createRegistryIndex();
  for (const { value: asset, recordTime } of assets.values()) {
    const issuer = parties.get(issuerOf(asset) ?? '')?.value;
    index.apply({
      ...asset,
      position: 0,
      registeredAt: recordTime,
      public: asset.status === 'active',
      issuer: issuer === undefined ? null : { ...issuer, ...unsearched, kyiStatus: issuer.kyi.status },
      chainReading: '',
      sourcesDeclared: asset.sources.length,
    });
  }
  return index;
}

/** Members of the issuer of a record that no search compares. */
const unsearched = { kybVerified: false, description: '', kyiAt: null, kybAt: null };

const kinds = ['dti', 'ffg', 'isin'] as const;

const identifiedBy = (code: string, { assets }: RegistrySnapshot) =>
  [...assets.values()]
    .flatMap(({ value: { assetId, identifiers } }) =>
      kinds.filter((kind) => identifiers[kind].includes(code)).map((kind) => ({ assetId, kind })),
    )
    .sort((one, other) => compareTexts(one.assetId, other.assetId));
