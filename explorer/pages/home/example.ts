import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import { ApiError } from '../../../api/errors.ts';
import type { RegistryCache } from '../../../api/readmodel/memory/registry/cache.ts';
import { isListed } from '../../../api/readmodel/memory/registry/index.ts';
import type { RegistryEntry } from '../../../api/readmodel/memory/registry/records.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { provenOf } from '../../../api/readmodel/standing/proven.ts';
import type { StandingView } from '../../readers/standing/standing-view.ts';
import type { AssetViewer } from '../../readers/asset/viewer.ts';

/** A token with its verdict, to show a reader what the registry states. */
export interface ExampleToken {
  readonly name: string;
  readonly chain: string;
  readonly path: string;
  readonly now: StandingView;
}

/** Tokens to choose from; those of the newest changes come first. */
const candidates = 40;
const readForMs = 30_000;

interface Dependencies {
  readonly clock: () => number;
  readonly registry: Pick<RegistryCache, 'byId' | 'entries' | 'listed'>;
  readonly viewAsset: AssetViewer['view'];
}

/** The token with the most proven authorities, then with the most authorities; null without any token. */
export function createExample({
  clock,
  registry,
  viewAsset,
}: Dependencies): (changes: readonly Change[]) => Promise<ExampleToken | null> {
  let ofChanges: readonly Change[] = [];
  const choose = async (): Promise<ExampleToken | null> => {
    const changed = ofChanges.flatMap(({ assetId }) => registry.byId(assetId) ?? []).filter(isListed);
    const some = [...new Set([...changed, ...registry.listed().slice(0, candidates)])].slice(0, candidates);
    const entries = await registry.entries(some);
    const [best] = [...entries].sort((a, b) => rankOf(b) - rankOf(a));
    if (best === undefined) return null;
    const { address } = best.record;
    const { slug } = best.chain;
    const view = await viewAsset(address, slug).catch((error: unknown) => {
      // The record may be newer than the summary, and no longer public.
      if (error instanceof ApiError) return null;
      throw error;
    });
    if (view === null) return null;
    const { name, chain, now } = view;
    return { name, chain, path: assetPath(address, slug), now };
  };
  const chosen = memoizeFor(readForMs, clock, choose);
  return (changes) => {
    ofChanges = changes;
    return chosen();
  };
}

function rankOf({ record }: RegistryEntry): number {
  const { proven, all } = provenOf(record);
  return record.public ? proven * 1_000 + Math.min(all, 999) : -1;
}
