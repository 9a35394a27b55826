import { ApiError } from '../../../api/errors.ts';
import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { RegistryEntry } from '../../../api/readmodel/memory/registry/records.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { ifReachable } from '../if-reachable.ts';
import { documentRows } from '../documents/rows.ts';
import { createStatementReader, type StatedFacts } from '../statements/statement-reader.ts';
import { createParticularsReader } from './particulars.ts';
import { type PublicChange, publicChange } from './public-change.ts';
import { createHistoryReader, readFieldHistory } from './queries.ts';
import { type AssetFacts, type AssetView, assetView } from './view.ts';

export type ViewerDependencies = Pick<
  ExplorerDependencies,
  'clock' | 'config' | 'describeValue' | 'publicSanctions' | 'registry' | 'sources' | 'standing' | 'tables' | 'versions'
>;

/** Confirmed changes of one field. */
export interface FieldHistory {
  /** Newest first. */
  readonly changes: readonly PublicChange[];
  /** There are older ones. */
  readonly isCut: boolean;
}

/** A token with what stands beside it. */
interface TokenWithOthers {
  readonly entry: RegistryEntry;
  readonly others: readonly RegistryEntry[];
  /** Deployments of the issuer that are not among them. */
  readonly more: number;
}

/** `view` and `entry` throw ApiError `not_found` for a token that is not public. */
export interface AssetViewer {
  /** What anybody may see of a token. */
  readonly view: (address: string, chain: string) => Promise<AssetView>;
  /** The changes of one of its fields; null if they cannot be read now. */
  readonly history: (of: Pick<AssetView, 'assetId' | 'path'>, field: string) => Promise<FieldHistory | null>;
  /** What sources state of it. */
  readonly stated: (assetId: string) => Promise<StatedFacts>;
  /** Its record. */
  readonly entry: (address: string, chain: string) => Promise<RegistryEntry>;
}

export function createAssetViewer(dependencies: ViewerDependencies): AssetViewer {
  const { clock, config, describeValue: describe, publicSanctions, registry, sources, standing } = dependencies;
  const readHistory = createHistoryReader(dependencies, publicSanctions);
  const readParticulars = createParticularsReader(dependencies);
  const readStated = createStatementReader(dependencies);

  /** Other public deployments that the issuer declares under the same symbol. */
  const sameToken = ({ issuer, symbol, assetId }: AssetSummary): readonly AssetSummary[] =>
    issuer === null
      ? []
      : registry.withCode(issuer.did).filter((one) => one.public && one.symbol === symbol && one.assetId !== assetId);
  const find = async (address: string, chain: string): Promise<TokenWithOthers> => {
    const there = registry.atAddress(address);
    const [asset] = there.filter((one) => one.public && one.chain.slug === chain);
    if (asset === undefined) throw notFound();
    const elsewhere = there.filter((one) => one.chain.slug !== chain);
    const same = sameToken(asset);
    const [entry, ...others] = await registry.entries([
      ...new Set([asset, ...elsewhere, ...same.slice(0, mostDeployments)]),
    ]);
    // The record may be newer than the summary, and no longer public.
    if (entry?.record.public !== true) throw notFound();
    return { entry, others, more: Math.max(0, same.length - mostDeployments) };
  };

  const particularsOf = async (assetId: string): Promise<AssetFacts['particulars']> => {
    const { documents, ...identifiers } = await readParticulars(assetId);
    const declared = documents.filter((fetch) => fetch.declared.some((one) => one.assetId === assetId));
    const ids = declared.flatMap((fetch) => fetch.declared.filter((one) => one.assetId === assetId));
    return {
      identifiers,
      documents: documentRows(declared, (id) => registry.byId(id), clock()),
      documentSources: new Set(ids.map(({ sourceId }) => sourceId)),
    };
  };

  const view: AssetViewer['view'] = async (address, chain) => {
    const { entry, others, more } = await find(address, chain);
    const { assetId } = entry.record;
    const [history, particulars, stated, facts] = await Promise.all([
      ifReachable(readHistory(assetId)),
      ifReachable(particularsOf(assetId)),
      ifReachable(readStated(assetId)),
      standing.publicFacts([entry, ...others]),
    ]);
    const [own, ...theirs] = facts;
    if (own === undefined) throw new Error('no facts of a token that was read');
    const { publicPageBase } = config;
    return assetView({
      entry,
      others: others.flatMap((other, index) => {
        const of = theirs[index];
        return of === undefined ? [] : [[other, of] as const];
      }),
      moreDeployments: more,
      history,
      particulars,
      stated,
      standing: own,
      describe,
      now: clock(),
      sources,
      publicPageBase,
    });
  };
  const history: AssetViewer['history'] = async ({ assetId, path }, field) => {
    const [read, particulars] = await Promise.all([
      ifReachable(readFieldHistory(dependencies.tables, { assetId, field }, publicSanctions)),
      ifReachable(particularsOf(assetId)),
    ]);
    if (read === null || particulars === null) return null;
    const { documentSources } = particulars;
    return { ...read, changes: read.changes.map((one) => publicChange(one, sources, documentSources, path)) };
  };
  return { view, history, stated: readStated, entry: async (address, chain) => (await find(address, chain)).entry };
}

/** Deployments of one token that a page shows. */
const mostDeployments = 20;

const notFound = (): ApiError => new ApiError('not_found', 'No verified token at this address on this chain');
