import type { Lifecycle } from '../../infra/async/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { untilReachable } from '../engine/until-reachable.ts';
import type { ApiCaches } from './api-caches.ts';

export interface StartCachesOptions {
  readonly caches: Pick<ApiCaches, 'freshness' | 'registry'>;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  /** Ends the start. */
  readonly signal: AbortSignal;
  /** A part that cannot be restarted ended. */
  readonly onDeath: (reason: string) => void;
}

/** Fills the caches of the registry and of versions, and keeps them current. */
export async function startCaches(options: StartCachesOptions): Promise<void> {
  const { caches, lifecycle, onDeath } = options;
  const { freshness, registry } = caches;
  await lifecycle.start('registry cache', async () => {
    await begin(registry.start, options);
    registry.done.catch((error: unknown) => onDeath(`the registry cache ended: ${String(error)}`));
    return { value: registry, stop: registry.stop };
  });
  await lifecycle.start('freshness', async () => {
    await begin(freshness.start, options);
    freshness.done.catch((error: unknown) => onDeath(`polling for changed rows ended: ${String(error)}`));
    return { value: freshness, stop: freshness.stop };
  });
}

/** The tables may be filled again meanwhile, because damage was found, and refuse reads until then. */
export const begin = async (
  start: () => Promise<void>,
  options: Pick<StartCachesOptions, 'logger' | 'signal'>,
): Promise<void> => {
  await untilReachable(start, options);
};
