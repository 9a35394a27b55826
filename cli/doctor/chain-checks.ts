import { providerSettings } from '../../infra/config/chain-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import type { NodeRefusal } from '../../infra/rpc/node-words.ts';
import { abilities } from '../chains/describe-providers.ts';
import { readProviderStatuses } from '../chains/observed-providers.ts';
import type { Check } from './check.ts';

/** One check for each provider of a chain: whether it is of the chain, final blocks are young, and its proofs fit. */
export async function chainChecks(
  config: Config,
  clock: () => number,
  onRefusal: (refusal: NodeRefusal) => void,
): Promise<readonly Check[]> {
  const chains = await readProviderStatuses(config, clock, onRefusal);
  return chains.flatMap(({ chain, providers }) =>
    providers.map(({ label, finalized, ageSeconds, capabilities, problem }): Check => {
      const name = `provider ${label} of ${chain}`;
      if (problem !== null) return { name, ok: false, found: problem, remedy: remedyOf(chain) };
      const can = capabilities === null ? [] : abilities(capabilities);
      const found = [`finalized block ${finalized?.number ?? '-'}, ${ageSeconds ?? 0} s old`, ...can].join(', ');
      return { name, ok: true, found, remedy: null };
    }),
  );
}

const settingNames = new Map<string, string>(
  Object.entries(providerSettings).map(([slug, setting]) => [slug, settings[setting].name]),
);

const remedyOf = (chain: string): string =>
  `name another provider in ${settingNames.get(chain) ?? 'its setting'}, or wait until this one has caught up`;
