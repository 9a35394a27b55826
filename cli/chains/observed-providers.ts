import { providerSettings } from '../../infra/config/chain-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import type { NodeRefusal } from '../../infra/rpc/node-words.ts';
import type { RpcProvider } from '../../infra/rpc/provider.ts';
import { type ProviderStatus, readProviderStatus } from '../../pipeline/publishers/chain/provider-status.ts';
import { type Chain, chains } from '../../schemas/values/chains.ts';
import { userAgent } from '../program/version.ts';

export interface ChainProviders {
  readonly chain: string;
  readonly caip2: string;
  readonly providers: readonly ProviderStatus[];
}

/** A provider that needs longer is named as failing. */
const limits = { totalTimeoutMs: 10_000 };
/** No work waits for the status of a provider: a request is repeated once. */
const delays = { firstRetryMs: 100, longestRetryMs: 300 };

/** Chains that the settings name providers of. */
export const chainsWithProviders = (
  config: Config,
): readonly (readonly [Chain, readonly { label: string; url: string }[]])[] =>
  chains.flatMap((chain) => {
    const setting = isObservable(chain.slug) ? providerSettings[chain.slug] : null;
    const named = setting === null ? [] : (config[setting] ?? []);
    return named.length === 0 ? [] : [[chain, named] as const];
  });

const isObservable = (slug: string): slug is keyof typeof providerSettings => Object.hasOwn(providerSettings, slug);

/** Asks every provider of every chain, side by side. `onRefusal` gets the message of a provider that refuses. */
export async function readProviderStatuses(
  config: Config,
  clock: () => number,
  onRefusal: (refusal: NodeRefusal) => void,
): Promise<readonly ChainProviders[]> {
  const observed = chainsWithProviders(config);
  if (observed.length === 0) return [];
  // Loaded here and not above: an installation without providers needs no HTTP client.
  const { createProvider } = await import('../../infra/rpc/provider.ts');
  const common = { rate: config.rpcRate, clock, userAgent: userAgent(), limits, delays, onRefusal };
  const statusOf = async (chain: Chain, provider: RpcProvider): Promise<ProviderStatus> =>
    readProviderStatus(provider, chain, clock());
  return Promise.all(
    observed.map(async ([chain, named]) => ({
      chain: chain.slug,
      caip2: chain.caip2,
      providers: await Promise.all(named.map((one) => statusOf(chain, createProvider({ ...one, ...common })))),
    })),
  );
}
