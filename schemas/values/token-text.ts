import { parseSolanaWallet } from './base58-wallets.ts';
import { parseCaip10, parseCaip19 } from './caip.ts';
import { type AddressEncoding, type Chain, chainByCaip2, chains } from './chains.ts';
import { isEvmAddress } from './evm.ts';
import { parseUrl } from './parse-url.ts';
import { parseXrplWallet } from './xrpl-wallets.ts';

/** A token as a person writes it: CAIP-19, an address, or a URL that has one, with or without the name of a chain beside it. */
export interface TokenText {
  readonly form: 'caip19' | 'address' | 'url';
  /** CAIP-19 asset reference, as written. */
  readonly address: string;
  /** CAIP-19 asset namespace; null where the text states none. */
  readonly namespace: string | null;
  /** Null where the text names none, or one that is not in the table of chains. */
  readonly chain: Chain | null;
  /** A chain that is not in the table: its CAIP-2 id, or the network of an explorer. No token of ours is on it. */
  readonly otherChain: string | null;
  /** Host of a URL that states no chain; null for any other text. */
  readonly unknownHost: string | null;
  /** Words beside the token that are no name of its chain; empty if the text is nothing but a token. */
  readonly rest: readonly string[];
}

/** Hosts of block explorers and the chain of each. Other networks of an explorer have hosts of their own. */
export const explorerHosts: Readonly<Record<string, string>> = {
  'etherscan.io': 'ethereum',
  'eth.blockscout.com': 'ethereum',
  'basescan.org': 'base',
  'base.blockscout.com': 'base',
  'snowtrace.io': 'avalanche',
  'snowscan.xyz': 'avalanche',
  'explorer.plume.org': 'plume',
  'sepolia.etherscan.io': 'sepolia',
  'eth-sepolia.blockscout.com': 'sepolia',
  'solscan.io': 'solana',
  'explorer.solana.com': 'solana',
  'xrpscan.com': 'xrpl',
};

/** Short names before an address, as wallets write them (EIP-3770). */
const shortNames: Readonly<Record<string, string>> = { eth: 'ethereum', avax: 'avalanche', sep: 'sepolia' };

const chainOfSlug = (slug: string | undefined): Chain | null => chains.find((chain) => chain.slug === slug) ?? null;

/** The chain that a text names: by its slug, its name in any case, its CAIP-2 id or its EIP-155 number; null for any other. */
export function chainNamed(text: string): Chain | null {
  const wanted = text.trim().toLowerCase();
  const named = chains.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted);
  return (
    named ??
    chainByCaip2(text.trim()) ??
    chains.find(({ chainId }) => chainId !== null && `${chainId}` === wanted) ??
    null
  );
}

/** The first chain that words name, by slug or name, and the other words in their order. */
export function chainAmong(words: readonly string[]): {
  readonly chain: Chain | null;
  readonly rest: readonly string[];
} {
  for (const [index, word] of words.entries()) {
    const pair = `${word} ${words[index + 1] ?? ''}`;
    const chain = nameOfChain(pair) ?? nameOfChain(word);
    if (chain === null) continue;
    const taken = nameOfChain(pair) === null ? 1 : 2;
    return { chain, rest: [...words.slice(0, index), ...words.slice(index + taken)] };
  }
  return { chain: null, rest: words };
}

const nameOfChain = (text: string): Chain | null => (/\p{L}/u.test(text) ? chainNamed(text) : null);

/** How an address is written; null if the text is none of a chain of ours. XRP Ledger: an account, or `CUR.rIssuer`. */
export function encodingOf(text: string): AddressEncoding | null {
  if (isEvmAddress(text)) return 'evm';
  const issuer = /^(?:[0-9A-Fa-f]{40}|[-%a-zA-Z0-9]{3})\.(r\w+)$/.exec(text)?.[1] ?? text;
  if (issuer.startsWith('r') && parseXrplWallet(issuer) !== null) return 'xrpl';
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && parseSolanaWallet(text) !== null ? 'solana' : null;
}

/** The first token in a text; null if there is none. */
export function readTokenText(text: string): TokenText | null {
  const words = text
    .split(/\s+/u)
    .map(withoutMarks)
    .filter((word) => word !== '');
  for (const [index, word] of words.entries()) {
    const token = readWord(word);
    if (token === null) continue;
    const beside = chainAmong([...words.slice(0, index), ...words.slice(index + 1)]);
    const isNamed = beside.chain !== null && beside.chain.encoding === encodingOf(token.address);
    if (token.chain !== null || token.otherChain !== null || !isNamed) {
      const isSame = beside.chain !== null && beside.chain === token.chain;
      return { ...token, rest: isSame ? beside.rest : words.filter((_, other) => other !== index) };
    }
    return { ...token, chain: beside.chain, unknownHost: null, rest: beside.rest };
  }
  return null;
}

type TokenWord = Omit<TokenText, 'rest'>;

/** Quotation marks, brackets and the end of a sentence around a word. */
function withoutMarks(word: string): string {
  let [from, end] = [0, word.length];
  while (from < end && openingMarks.includes(word.charAt(from))) from += 1;
  while (end > from && closingMarks.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(from, end);
}

const openingMarks = `("'“”‘’<[{`;
const closingMarks = `)"'“”‘’>]},.;:!?`;

const readWord = (word: string): TokenWord | null =>
  readCaip(word) ?? readUrl(word) ?? readPrefixed(word) ?? readAddress(word) ?? addressIn(word);

const nothingStated = { namespace: null, chain: null, otherChain: null, unknownHost: null } as const;

const chainStated = (caip2: string): Pick<TokenWord, 'chain' | 'otherChain'> => {
  const chain = chainByCaip2(caip2) ?? null;
  return { chain, otherChain: chain === null ? caip2 : null };
};

function readCaip(word: string): TokenWord | null {
  const id = parseCaip19(word);
  if (id !== null) {
    const { assetNamespace: namespace, assetReference: address } = id;
    return { ...nothingStated, form: 'caip19', address, namespace, ...chainStated(id.chain) };
  }
  const account = parseCaip10(word);
  if (account === null || encodingOf(account.address) === null) return null;
  return { ...nothingStated, form: 'address', address: account.address, ...chainStated(account.chain) };
}

const readAddress = (word: string): TokenWord | null =>
  encodingOf(word) === null ? null : { ...nothingStated, form: 'address', address: word };

/** `ethereum:0x…`, with the number of the chain in `ethereum:0x…@8453` (EIP-681), and `base:0x…` (EIP-3770). */
function readPrefixed(word: string): TokenWord | null {
  const [, prefix = '', address = '', number] =
    /^([a-z][-a-z0-9]*):(?:pay-)?([.\w]+)(?:@(\d+))?(?:[/?].*)?$/i.exec(word) ?? [];
  const encoding = encodingOf(address);
  if (encoding === null) return null;
  if (number !== undefined) return { ...nothingStated, form: 'address', address, ...chainStated(`eip155:${number}`) };
  const chain = chainOfSlug(shortNames[prefix.toLowerCase()]) ?? nameOfChain(prefix);
  return { ...nothingStated, form: 'address', address, chain: chain?.encoding === encoding ? chain : null };
}

/** An EVM address within other characters, never a part of a longer hash. */
function addressIn(word: string): TokenWord | null {
  const [address] = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/i.exec(word) ?? [];
  return address === undefined ? null : { ...nothingStated, form: 'address', address };
}

function readUrl(word: string): TokenWord | null {
  const url = urlOf(word);
  if (url === null) return null;
  const parts = [url.pathname, url.search.slice(1), url.hash.slice(1)].map(decoded);
  const [written] = parts.flatMap(
    (part) => /[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.a-zA-Z0-9]{1,128}/.exec(part) ?? [],
  );
  const id = written === undefined ? null : readCaip(written);
  if (id !== null) return { ...id, form: 'url' };
  const segments = parts.flatMap((part) => part.split(/[/?&=#]/u)).filter((segment) => segment !== '');
  const address = segments.find((segment) => encodingOf(segment) !== null);
  return address === undefined
    ? null
    : { ...nothingStated, form: 'url', address, ...chainOfUrl(url, address, segments) };
}

function chainOfUrl(url: URL, address: string, segments: readonly string[]): Partial<TokenWord> {
  const host = hostOf(url);
  const known = chainOfSlug(explorerHosts[host]);
  const encoding = encodingOf(address);
  if (known === null) {
    const named = segments.map(nameOfChain).find((chain) => chain?.encoding === encoding) ?? null;
    return { chain: named, unknownHost: named === null ? host : null };
  }
  // Explorers of Solana have one host for all networks.
  const cluster = url.searchParams.get('cluster') ?? 'mainnet-beta';
  if (known.encoding === 'solana' && cluster !== 'mainnet-beta') return { otherChain: `${host} ${cluster}` };
  return known.encoding === encoding ? { chain: known } : { otherChain: host };
}

const hostOf = (url: URL): string => url.hostname.replace(/^www\./u, '');

/** A URL with its scheme, or without it where its host is that of an explorer. */
function urlOf(word: string): URL | null {
  if (/^https?:\/\//i.test(word)) return parseUrl(word);
  const url = /^[-.a-z0-9]+\.[a-z]+\//i.test(word) ? parseUrl(`https://${word}`) : null;
  return url !== null && Object.hasOwn(explorerHosts, hostOf(url)) ? url : null;
}

/** Decoded once; text that is no percent-encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
