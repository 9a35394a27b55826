import { providerSettings } from '../../infra/config/chain-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import { UsageError } from '../../infra/errors.ts';
import type { AssetToRead } from '../../pipeline/chain/cassette-header.ts';
import { readAddressOf, readTokens } from '../../pipeline/chain/tokens.ts';
import type { BlockWanted } from '../../pipeline/publishers/chain/read-block.ts';
import { parseCaip19 } from '../../schemas/values/caip.ts';
import { type Chain, chainByCaip2, chains } from '../../schemas/values/chains.ts';

type Slug = keyof typeof providerSettings;
export type ReadChain = Chain & { readonly slug: Slug };

const isRead = (chain: Chain): chain is ReadChain => Object.hasOwn(providerSettings, chain.slug);

/** The asset that a CAIP-19 id names, and its chain. Throws UsageError for others than tokens of chains that are read. */
export function assetToRead(text: string): { readonly chain: ReadChain; readonly target: AssetToRead } {
  const named = parseCaip19(text);
  if (named === null) throw new UsageError(`"${text}" is not a CAIP-19 id such as eip155:1/erc20:0x…`);
  const chain = chainByCaip2(named.chain);
  if (chain === undefined || !isRead(chain)) {
    const known = chains.filter(isRead).map(({ caip2 }) => caip2);
    throw new UsageError(`${named.chain} is not among the chains that are read: ${known.join(', ')}`);
  }
  const { assetNamespace: standard, assetReference, tokenId } = named;
  const { form } = readTokens[chain.encoding];
  const address = tokenId === null ? readAddressOf(chain.encoding, standard, assetReference) : null;
  if (address === null) throw new UsageError(`"${text}" does not name a token as ${form}`);
  return { chain, target: { assetId: `${chain.caip2}/${standard}:${address}`, address, standard } };
}

/** The block that `--at` names: a number, a hash, or the newest finalized one. */
export function blockOption(text: string | undefined): BlockWanted {
  if (text === undefined) return { kind: 'finalized' };
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return { kind: 'hash', hash: text.toLowerCase() };
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return { kind: 'number', number };
  throw new UsageError(`--at takes the number or the hash of a block, not "${text}"`);
}

/** The first of the chain's providers. Throws UsageError when none is set. */
export function providerOf(config: Config, { slug }: ReadChain): { readonly label: string; readonly url: string } {
  const setting = providerSettings[slug];
  const [first] = config[setting] ?? [];
  if (first !== undefined) return first;
  throw new UsageError(`${settings[setting].name} names no provider; set it to label=url of a JSON-RPC node`);
}
