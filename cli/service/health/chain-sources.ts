import type { GaugeSource } from '../../../infra/metrics.ts';
import type { ChainHealth, ChainProblem, ProviderHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { oldestFinalized } from '../../../pipeline/publishers/chain/finalized-age.ts';

/** How the observation of each chain with providers goes, by its slug. */
export type ChainsHealth = () => ReadonlyMap<string, ChainHealth>;

interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const problems: readonly ChainProblem[] = [
  'too_few_providers',
  'providers_disagree',
  'behind',
  'finalized_block_changed',
];

/** Age of the newest finalized block of any provider, seconds; null before the first answer. */
export function finalizedAge({ providers }: ChainHealth, now: number): number | null {
  const times = providers.flatMap(({ finalized }) => (finalized === null ? [] : [finalized.timestamp]));
  return times.length === 0 ? null : Math.max(0, Math.round(now / 1000) - Math.max(...times));
}

/** Whether no round can be young: the newest finalized block is older than six times its usual age. */
export function isOverdue(health: ChainHealth, now: number): boolean {
  const age = finalizedAge(health, now);
  return age !== null && age > oldestFinalized(health.chain);
}

/** States in which a provider is of use, now or in the next round. */
const usable: ReadonlySet<ProviderHealth['state']> = new Set(['new', 'used', 'lagging']);

/** The gauges of chains. A process that does not own a chain knows nothing of it. */
export const chainSources = (chains: ChainsHealth, clock: () => number): readonly GaugeSource[] => {
  const each = (read: (health: ChainHealth) => readonly Reading[]) => async (): Promise<readonly Reading[]> =>
    [...chains().values()].filter(({ owned }) => owned).flatMap(read);
  const one = (name: string, help: string, value: (health: ChainHealth) => number | null): GaugeSource => ({
    name,
    help,
    labels: ['chain'],
    read: each((health) => {
      const found = value(health);
      return found === null ? [] : [{ labels: { chain: health.chain }, value: found }];
    }),
  });
  const ofProviders = (name: string, help: string, value: (provider: ProviderHealth) => number): GaugeSource => ({
    name,
    help,
    labels: ['chain', 'provider'],
    read: each(({ chain, providers }) =>
      providers.map((provider) => ({ labels: { chain, provider: provider.label }, value: value(provider) })),
    ),
  });
  return [
    one('attestry_chain_finalized_age_seconds', 'Age of the newest finalized block of a chain.', (health) =>
      finalizedAge(health, clock()),
    ),
    one('attestry_chain_finalized_overdue', '1 while that age is more than six times the usual one.', (health) =>
      isOverdue(health, clock()) ? 1 : 0,
    ),
    one('attestry_chain_round_age_seconds', 'Time since the last round of a chain.', ({ lastRound }) =>
      lastRound === null ? null : (clock() - lastRound.at) / 1000,
    ),
    {
      name: 'attestry_chain_problem',
      help: 'Why a chain has no rounds: 1 for that problem, 0 for the others.',
      labels: ['chain', 'problem'],
      read: each(({ chain, problem }) =>
        problems.map((name) => ({ labels: { chain, problem: name }, value: problem === name ? 1 : 0 })),
      ),
    },
    one('attestry_chain_assets', 'Active assets that are read on a chain.', ({ assets }) => assets),
    one('attestry_chain_assets_unstated', 'Of them, those without an accepted statement.', ({ unstated }) => unstated),
    one(
      'attestry_chain_assets_unreadable',
      'Assets that were unreadable in three rounds and for 24 hours, up to 100.',
      ({ unreadable }) => unreadable.length,
    ),
    one(
      'attestry_chain_statements_rejected',
      'Statements that the gate rejected since the start.',
      (health) => health.rejected,
    ),
    ofProviders('attestry_chain_provider_usable', '1 while a provider is used, 0 while it is not.', ({ state }) =>
      usable.has(state) ? 1 : 0,
    ),
    ofProviders(
      'attestry_chain_provider_left_out',
      '1 while a provider that contradicted others, or its own blocks, is not asked.',
      ({ state, leftOutUntil }) => (state === 'left_out' && leftOutUntil !== null ? 1 : 0),
    ),
    ofProviders(
      'attestry_chain_provider_requests_failed',
      'Requests that a provider did not answer, since the start.',
      ({ failed }) => failed,
    ),
  ];
};
