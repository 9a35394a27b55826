import type { Consumption } from '../../../../../infra/log/log.ts';
import type { RegistryAsset } from '../../../../../schemas/generated/records.ts';
import { issuerOf } from '../../../../../schemas/facts/issuer-of.ts';
import { chainBySlug } from '../../../../../schemas/values/chains.ts';
import type { AssetToRead } from '../../../../chain/cassette-header.ts';
import { readAddressOf } from '../../../../chain/tokens.ts';
import { decodeChunk } from '../../../../runtime/batch.ts';
import type { RuntimeDeps, Supervision } from '../../../../runtime/role.ts';

/** An active asset that is read. */
export interface FollowedAsset extends AssetToRead {
  /** Its issuer has declared a report, whose total is compared with the supply of every day. */
  readonly isReported: boolean;
}

/** The assets of the registry that are read, by the slug of their chain. */
export interface FollowedAssets {
  readonly ofChain: (slug: string) => readonly FollowedAsset[];
  /** Calls `onNew` when an asset of the chain is declared or changes; returns a function that ends this. */
  readonly watch: (slug: string, onNew: () => void) => () => void;
  /** Resolves when the registry was read to its end once. */
  readonly ready: Promise<void>;
  readonly consumption: Consumption;
}

interface DeclaredAsset {
  readonly slug: string;
  readonly asset: FollowedAsset;
  readonly issuerId: string | null;
  readonly hasReport: boolean;
}

/** Follows `registry.assets` from its beginning. The assets of 100,000 declarations take some 50 MB. */
export function followAssets(deps: RuntimeDeps, supervision: Pick<Supervision, 'retry'>): FollowedAssets {
  const declared = new Map<string, DeclaredAsset>();
  /** Lists by chain, until a declaration changes: a round asks several times. */
  const lists = new Map<string, readonly FollowedAsset[]>();
  const watchers = new Map<string, Set<() => void>>();
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const consumption = deps.log.consume({
    topics: ['registry.assets'],
    group: null,
    maxRecords: 500,
    startAt: async () => 0,
    onChunk: async (chunk) => {
      await supervision.retry(() => deps.codec.prepare(chunk.records.map(({ value }) => value)));
      const touched = new Set<string>();
      lists.clear();
      for (const { value } of decodeChunk<'registry.assets'>(deps.codec, chunk)) {
        const now = declaredOf(value);
        if (now === null) declared.delete(value.assetId);
        else {
          declared.set(value.assetId, now);
          touched.add(now.slug);
        }
      }
      for (const slug of touched) for (const onNew of watchers.get(slug) ?? []) onNew();
    },
    onCaughtUp: async () => isReady(),
  });
  return {
    ofChain: (slug) => {
      const list = lists.get(slug) ?? listOf(slug, [...declared.values()]);
      lists.set(slug, list);
      return list;
    },
    watch: (slug, onNew) => {
      const own = watchers.get(slug) ?? new Set();
      watchers.set(slug, own.add(onNew));
      return () => void own.delete(onNew);
    },
    ready,
    consumption,
  };
}

function listOf(slug: string, declared: readonly DeclaredAsset[]): readonly FollowedAsset[] {
  const reporting = new Set(declared.flatMap(({ hasReport, issuerId }) => (hasReport ? (issuerId ?? []) : [])));
  return declared.flatMap(({ slug: own, asset, issuerId }) => {
    if (own !== slug) return [];
    return issuerId !== null && reporting.has(issuerId) ? { ...asset, isReported: true } : asset;
  });
}

/** Null for assets that are withdrawn or that no plan reads. */
function declaredOf(declared: RegistryAsset): DeclaredAsset | null {
  const { assetId, chain, standard, address, status, sources } = declared;
  const known = chainBySlug(chain);
  const read = known === undefined ? null : readAddressOf(known.encoding, standard, address);
  if (read === null || status !== 'active') return null;
  const hasReport = sources.some(({ kind }) => kind === 'report');
  const issuerId = issuerOf(declared);
  return { slug: chain, asset: { assetId, address: read, standard, isReported: false }, issuerId, hasReport };
}
