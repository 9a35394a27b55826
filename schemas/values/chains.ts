/** Form and comparison of a chain's addresses. */
export type AddressEncoding = 'evm' | 'solana' | 'xrpl';

export interface Chain {
  readonly slug: string;
  /** As people write it. */
  readonly name: string;
  /** The same within a sentence, with its article where it needs one. */
  readonly nameInText: string;
  /** CAIP-2 id. */
  readonly caip2: string;
  /** EIP-155 chain id; null where the chain has no integer id. */
  readonly chainId: number | null;
  readonly encoding: AddressEncoding;
  /** Whether `GET /assets` lists its assets (conformance A-03). */
  readonly listed: boolean;
  /** Whether `GET /assets/{chain}/…` accepts it (conformance A-12). */
  readonly inAssetPath: boolean;
}

const evm = { encoding: 'evm', inAssetPath: true } as const;

/** Supported chains (conformance A-57). Plume's id is the one of its second mainnet, as in the public chain list. */
export const chains: readonly Chain[] = [
  { slug: 'ethereum', name: 'Ethereum', nameInText: 'Ethereum', caip2: 'eip155:1', chainId: 1, listed: true, ...evm },
  { slug: 'base', name: 'Base', nameInText: 'Base', caip2: 'eip155:8453', chainId: 8453, listed: true, ...evm },
  {
    slug: 'avalanche',
    name: 'Avalanche',
    nameInText: 'Avalanche',
    caip2: 'eip155:43114',
    chainId: 43114,
    listed: true,
    ...evm,
  },
  { slug: 'plume', name: 'Plume', nameInText: 'Plume', caip2: 'eip155:98866', chainId: 98866, listed: true, ...evm },
  {
    slug: 'sepolia',
    name: 'Sepolia',
    nameInText: 'Sepolia',
    caip2: 'eip155:11155111',
    chainId: 11155111,
    listed: false,
    ...evm,
  },
  {
    slug: 'solana',
    name: 'Solana',
    nameInText: 'Solana',
    caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainId: null,
    encoding: 'solana',
    listed: true,
    inAssetPath: true,
  },
  {
    slug: 'xrpl',
    name: 'XRP Ledger',
    nameInText: 'the XRP Ledger',
    caip2: 'xrpl:0',
    chainId: null,
    encoding: 'xrpl',
    listed: false,
    inAssetPath: false,
  },
];

const bySlug = new Map(chains.map((chain) => [chain.slug, chain]));
const byCaip2 = new Map(chains.map((chain) => [chain.caip2, chain]));

export const chainBySlug = (slug: string): Chain | undefined => bySlug.get(slug);
export const chainByCaip2 = (caip2: string): Chain | undefined => byCaip2.get(caip2);

/** The name of a chain by its CAIP-2 id, within a sentence; null for a chain that is not in the table. */
export const chainName = (caip2: string): string | null => chainByCaip2(caip2)?.name ?? null;
