import type { ChainHealth, ProviderHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { finalizedAge, isOverdue } from './chain-sources.ts';

/** Chains in the body of `GET /status.json`. Providers are named by their labels alone. */
export const chainStatuses = (chains: ReadonlyMap<string, ChainHealth>, now: number): readonly object[] =>
  [...chains.values()].sort((a, b) => (a.chain < b.chain ? -1 : 1)).map((health) => chainStatus(health, now));

/** Whether a chain needs an operator: no rounds take place, or its blocks are too old. */
export const chainFails = (health: ChainHealth, now: number): boolean =>
  health.problem !== null || isOverdue(health, now);

function chainStatus(health: ChainHealth, now: number): object {
  const { chain, problem, message, block, providers, lastRound, assets, unstated, unreadable, rejected } = health;
  return {
    chain,
    problem,
    message,
    finalizedAgeSeconds: finalizedAge(health, now),
    overdue: isOverdue(health, now),
    block: block === null ? null : { number: block.number, hash: block.hash, at: isoOf(block.timestamp * 1000) },
    lastRound:
      lastRound === null
        ? null
        : {
            at: isoOf(lastRound.at),
            swept: lastRound.swept,
            stated: lastRound.stated,
            unreadable: lastRound.unreadable,
          },
    assets,
    unstated,
    unreadable: unreadable.length,
    rejected,
    providers: providers.map(providerStatus),
  };
}

const providerStatus = ({
  label,
  state,
  message,
  finalized,
  answered,
  failed,
  capabilities,
}: ProviderHealth): object => ({
  label,
  state,
  message,
  finalized: finalized?.number ?? null,
  answered,
  failed,
  capabilities,
});

const isoOf = (time: number): string => new Date(time).toISOString();
