import { type AddressEncoding, chains } from './chains.ts';
import { encodingOf, explorerHosts } from './token-text.ts';

/** A page of a block explorer. */
export interface ExplorerLink {
  /** "etherscan.io". */
  readonly host: string;
  readonly url: string;
}

type Paths = Readonly<Record<'account' | 'token', string>>;

const paths: Readonly<Record<AddressEncoding, Paths>> = {
  evm: { token: 'token', account: 'address' },
  solana: { token: 'token', account: 'account' },
  xrpl: { token: 'token', account: 'account' },
};

/**
 * The page of a token or an account on the first explorer that the table of hosts has for its chain, by slug. Null without
 * one, and for a text that is no address of the chain: nothing that another party wrote becomes a part of a URL unchecked.
 */
export function explorerLink(of: keyof Paths, slug: string, address: string): ExplorerLink | null {
  const encoding = chains.find((chain) => chain.slug === slug)?.encoding;
  const [host] = Object.entries(explorerHosts).find(([, chain]) => chain === slug) ?? [];
  if (encoding === undefined || host === undefined || encodingOf(address) !== encoding) return null;
  return { host, url: `https://${host}/${paths[encoding][of]}/${encodeURIComponent(address)}` };
}
