import { counted } from './dates.ts';
import { shortAddress } from './short-address.ts';

/** A token as a list of several names it. */
interface ListedToken {
  readonly symbol: string;
  readonly name: string;
  readonly issuerName: string | null;
  readonly chain: { readonly slug: string };
  readonly address: string;
}

/** A deployment as lists name it. */
export interface Place {
  /** Name of its chain. */
  readonly chain: string;
  readonly address: string;
}

/**
 * The address of each token of a list that reads like another one of it, or that may be taken for one of the registry; null
 * for any other.
 */
export function addressesShown<T extends ListedToken>(
  tokens: readonly T[],
  isMistakable: (token: T) => boolean,
): readonly (string | null)[] {
  const distinct = distinctAddresses(
    tokens.map(({ symbol, name, issuerName, chain, address }) => ({
      chain: JSON.stringify([symbol, name, issuerName, chain.slug]),
      address,
    })),
  );
  return tokens.map((token, index) => distinct[index] ?? (isMistakable(token) ? shortAddress(token.address) : null));
}

/** The address as a reader needs it to distinguish each deployment from the others of a list; null where its chain does. */
function distinctAddresses(places: readonly Place[]): readonly (string | null)[] {
  const onChain = groupedBy(places, ({ chain }) => chain);
  const withShort = groupedBy(places, nameWithShort);
  return places.map((place) => {
    if ((onChain.get(place.chain) ?? 0) < 2) return null;
    return (withShort.get(nameWithShort(place)) ?? 0) < 2 ? shortAddress(place.address) : place.address;
  });
}

/** "Base", or "Base 0x1234…abcd" where the list has several deployments on Base. */
export const placeNames = (places: readonly Place[]): readonly string[] =>
  distinctAddresses(places).map((address, index) => [places[index]?.chain, address].filter(Boolean).join(' '));

/** "3 chains"; "47 deployments on 4 chains" where one chain has several. */
export function deploymentCount(chains: readonly string[]): string {
  const distinct = counted(new Set(chains).size, 'chain');
  return new Set(chains).size === chains.length ? distinct : `${counted(chains.length, 'deployment')} on ${distinct}`;
}

const nameWithShort = ({ chain, address }: Place): string => `${chain} ${shortAddress(address)}`;

function groupedBy(places: readonly Place[], keyOf: (place: Place) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}
