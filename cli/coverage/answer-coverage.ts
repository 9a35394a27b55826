import type { CoverageReader } from '../../api/readmodel/coverage/reader.ts';
import type { AssetSummary } from '../../api/readmodel/memory/registry/index.ts';
import { searchAssets, type SearchDependencies } from '../../api/readmodel/resources/search/read.ts';
import type { Coverage } from '../../schemas/coverage/coverage.ts';
import type { InstallationCoverage } from '../../schemas/coverage/installation.ts';

/** Path of the socket of a running service. */
const path = '/coverage';

/** A token with its coverage. */
export interface TokenCoverage extends Coverage {
  readonly assetId: string;
  readonly caip19: string;
  readonly symbol: string;
}

/** Tokens that a text names exactly; several of them are candidates. */
export interface NamedTokens {
  readonly ref: string;
  readonly tokens: readonly TokenCoverage[];
}

export type CoverageAnswer =
  | { readonly installation: InstallationCoverage }
  | { readonly named: readonly NamedTokens[] };

/** The path that asks for the coverage of tokens, or without a name for that of the installation. */
export const coveragePath = (refs: readonly string[]): string =>
  `${path}?${new URLSearchParams(refs.map((ref) => ['ref', ref])).toString()}`;

/** The names that a path asks for; null for another path. */
export function coverageAsked(url: string): readonly string[] | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pathname === path ? searchParams.getAll('ref') : null;
}

interface Dependencies extends SearchDependencies {
  readonly reader: CoverageReader;
}

export async function answerCoverage(
  refs: readonly string[],
  { reader, ...dependencies }: Dependencies,
): Promise<CoverageAnswer> {
  if (refs.length === 0) return { installation: await reader.installation() };
  const named: NamedTokens[] = [];
  for (const ref of refs) {
    const assets = await assetsNamed(ref, dependencies);
    const coverages = await reader.of(assets.map(({ assetId }) => assetId));
    const tokens = assets.flatMap((asset) => {
      const coverage = coverages.get(asset.assetId);
      if (coverage === undefined) return [];
      const { assetId, chain, standard, address, symbol } = asset;
      return [{ assetId, caip19: `${chain.caip2}/${standard}:${address}`, symbol, ...coverage }];
    });
    named.push({ ref, tokens });
  }
  return { named };
}

const exact: ReadonlySet<string> = new Set(['identifier', 'symbol', 'name']);

/** Tokens that a text names by an identifier, or exactly by symbol or name. */
async function assetsNamed(ref: string, dependencies: SearchDependencies): Promise<readonly AssetSummary[]> {
  const { hits } = await searchAssets(ref, dependencies);
  return hits.filter(({ match }) => exact.has(match)).map(({ asset }) => asset);
}
