/** One token with a hundred deployments, as many of them watched as a list has places for, and a change on each. */
import { asset, assetId, change, hour, issuer, now } from '../api/records.ts';
import type { World } from './world.ts';

const deployments = 100;
const onChains = ['ethereum', 'base', 'avalanche', 'plume'] as const;
/** Places of a watchlist, without those that a world takes. */
const watchedOnes = 47;
const first = 1_001;

/** Pages that show all of them, by name. */
export const pagesOfMany: readonly (readonly [name: string, path: string])[] = [
  ['asset', `/verified-assets/${asset(first).address}/ethereum`],
  ['entity', '/entities/many'],
  ['tokens', '/tokens'],
  ['tokens-last', '/tokens?page=3'],
  ['home', '/'],
  ['search', '/?q=MANY'],
  ['watchlist', '/watchlist'],
  ['watchlist-add', '/watchlist/add?text=MANY'],
  ['changes', '/changes?days=90'],
  ['changes-new', '/changes/new'],
  ['inbox', '/inbox'],
  ['sources', '/sources'],
  ['operator-registry', '/operator/registry'],
];

/** Adds them to a world. */
export async function addManyDeployments({ api, key }: Pick<World, 'api' | 'key'>): Promise<void> {
  const own = issuer({ partyId: 'many', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C4D', name: 'Many Chains Ltd' });
  const numbers = Array.from({ length: deployments }, (_, index) => first + index);
  await api.declare(
    ...numbers.map((number, index) =>
      asset(number, {
        issuer: own,
        symbol: 'MANY',
        name: 'Many Dollar',
        chain: onChains[index % onChains.length] ?? 'ethereum',
      }),
    ),
  );
  for (const number of numbers.slice(0, watchedOnes)) await api.watch(key, assetId(number));
  await api.detect(
    ...numbers.map((number, index) =>
      change(`many-${number}`, number, { groupId: 'many', notableAt: now - index * hour, knownAt: now - index * hour }),
    ),
  );
}
