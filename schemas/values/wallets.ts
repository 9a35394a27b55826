/** Wallet addresses of any chain as key bytes, so that two spellings of one wallet compare equal. */
import { parseBase58Wallet, parseSolanaWallet } from './base58-wallets.ts';
import { parseCaip2 } from './caip.ts';
import { parseCashAddress } from './cash-addresses.ts';
import { isEvmAddress } from './evm.ts';
import { parseMoneroWallet } from './monero-wallets.ts';
import { parseSegwitWallet } from './segwit-wallets.ts';
import type { WalletEncoding } from './wallet-encoding.ts';
import { classicAddress, parseXrplWallet } from './xrpl-wallets.ts';

export type { WalletEncoding } from './wallet-encoding.ts';

export interface Wallet {
  readonly encoding: WalletEncoding;
  /** `<encoding>:<hex>`, or `<encoding>:<script type>:<hex>` where one key hash has several address forms. */
  readonly payload: string;
}

/** Known use of the address. */
export interface WalletHint {
  /** Currency label of a sanctions list: context, not a chain. It only decides between encodings that all fit. */
  readonly ticker?: string | undefined;
  /** CAIP-2 id of the chain. An address that does not fit the chain is not valid. */
  readonly caip2?: string | undefined;
}

/**
 * Decodes a wallet address by its shape and checksum; null when it is invalid in every known encoding. EVM addresses are
 * accepted in any letter case, also with a wrong EIP-55 checksum.
 */
export function parseWallet(address: string, hint: WalletHint = {}): Wallet | null {
  const text = address.trim();
  const allowed = encodingsOfChain(hint.caip2);
  const wallets = candidates(text).filter((wallet) => allowed === null || allowed.includes(wallet.encoding));
  const preferred = encodingByTicker[hint.ticker?.toUpperCase() ?? ''];
  return wallets.find((wallet) => wallet.encoding === preferred) ?? wallets[0] ?? null;
}

/** Key bytes of a payload, hex, without encoding and script type: equal for an EVM address and its Tron form. */
export const keyBytes = (payload: string): string => payload.slice(payload.lastIndexOf(':') + 1);

/** Whether two payloads have the same key bytes, whatever the encoding. */
export const samePayload = (left: string, right: string): boolean => keyBytes(left) === keyBytes(right);

/**
 * Normal form of an address: EVM and bech32 in lower case, XRP X-address as the classic address, all others unchanged,
 * because base58 is case-sensitive. Does not validate.
 */
export function comparableAddress(encoding: WalletEncoding, address: string): string {
  const text = address.trim();
  switch (encoding) {
    case 'evm':
      return text.toLowerCase();
    case 'bitcoin':
    case 'litecoin':
      return /^(?:bc|ltc)1/i.test(text) ? text.toLowerCase() : text;
    case 'bitcoin-cash':
      return parseCashAddress(text) === null ? text : text.toLowerCase().replace(/^bitcoincash:/, '');
    case 'xrpl': {
      const accountId = text.startsWith('X') ? parseXrplWallet(text) : null;
      return accountId === null ? text : classicAddress(accountId);
    }
    default:
      return text;
  }
}

/** Every decoding of the text with a valid checksum, most usual first. */
function candidates(text: string): readonly Wallet[] {
  if (isEvmAddress(text)) return [wallet('evm', text.slice(2).toLowerCase())];
  const segwit = parseSegwitWallet(text);
  if (segwit !== null) return [wallet(segwit.encoding, `v${segwit.version}:${segwit.program}`)];
  const cash = parseCashAddress(text);
  if (cash !== null) return [wallet('bitcoin-cash', `${cash.script}:${cash.hash}`)];
  const base58 = parseBase58Wallet(text);
  if (base58 !== null) {
    return base58.encodings.map((encoding) =>
      wallet(encoding, encoding === 'tron' ? base58.hash : `${base58.script}:${base58.hash}`),
    );
  }
  const xrpl = parseXrplWallet(text);
  if (xrpl !== null) return [wallet('xrpl', xrpl)];
  const monero = parseMoneroWallet(text);
  if (monero !== null) return [wallet('monero', monero)];
  const solana = parseSolanaWallet(text);
  return solana === null ? [] : [wallet('solana', solana)];
}

const wallet = (encoding: WalletEncoding, bytes: string): Wallet => ({ encoding, payload: `${encoding}:${bytes}` });

/** Tickers in OFAC's lists so far; the set is open. */
const encodingByTicker: Readonly<Record<string, WalletEncoding>> = {
  ARB: 'evm',
  BCH: 'bitcoin-cash',
  BSC: 'evm',
  BSV: 'bitcoin-sv',
  BTC: 'bitcoin',
  BTG: 'bitcoin-gold',
  DASH: 'dash',
  DOGE: 'dogecoin',
  ETC: 'evm',
  ETH: 'evm',
  LTC: 'litecoin',
  SOL: 'solana',
  TRX: 'tron',
  XBT: 'bitcoin',
  XMR: 'monero',
  XRP: 'xrpl',
  XVG: 'verge',
  ZEC: 'zcash',
};

const encodingsByNamespace: Readonly<Record<string, readonly WalletEncoding[]>> = {
  eip155: ['evm'],
  solana: ['solana'],
  tron: ['tron'],
  xrpl: ['xrpl'],
};

/** Chains of the bip122 namespace, by the start of their genesis or fork block hash. */
const encodingByBip122: Readonly<Record<string, WalletEncoding>> = {
  '000000000019d6689c085ae165831e93': 'bitcoin',
  '000000000000000000651ef99cb9fcbe': 'bitcoin-cash',
  '12a765e31ffd4059bada1e25190f6e98': 'litecoin',
  '1a91e3dace36e2be3bf030a65679fe82': 'dogecoin',
  '00000ffd590b1485b3caadc19b22e637': 'dash',
  '00040fe8ec8471911baa1db1266ea15d': 'zcash',
};

/** Encodings of a chain; null for a chain without a known one. */
function encodingsOfChain(caip2: string | undefined): readonly WalletEncoding[] | null {
  const chain = caip2 === undefined ? null : parseCaip2(caip2);
  if (chain === null) return null;
  const encoding = chain.namespace === 'bip122' ? encodingByBip122[chain.reference] : undefined;
  return encoding === undefined ? (encodingsByNamespace[chain.namespace] ?? null) : [encoding];
}
