import type { ListedWallet } from '../../../schemas/generated/records.ts';
import { parseWallet } from '../../../schemas/values/wallets.ts';
import type { AlarmList } from '../alarm-list.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';
import { distinct } from './entry-lists.ts';
import { knownTickers } from './ofac-addresses/manifest.ts';

/**
 * Wallets in a remark of any wording: addresses with a checksum, and EVM addresses. Solana addresses have no checksum,
 * so they only count where the text mentions digital currency. The ticker is the one printed at most 40 characters
 * before the address; empty when there is none.
 */
export function walletsInText(text: string): readonly ListedWallet[] {
  const found: ListedWallet[] = [];
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!/[0-9]/.test(word)) continue;
    const ticker = tickerBefore(text, index);
    for (const address of glued.test(word) ? word.split(/(?=0x)/i) : [word]) {
      const wallet = parseWallet(address, { ticker });
      if (wallet === null || (wallet.encoding === 'solana' && !aboutCurrency.test(text))) continue;
      found.push({ ticker, address, payload: wallet.payload });
    }
  }
  return distinctWallets(found);
}

/** A wallet as a list prints it. An address in no known encoding has no payload and raises an alarm. */
export function listedWallet(ticker: string, address: string, entry: string, alarms: AlarmList): ListedWallet {
  const wallet = parseWallet(evmTickers.has(ticker) && bareHex.test(address) ? `0x${address}` : address, { ticker });
  if (!seenTickers.has(ticker)) {
    alarms.add('new currency labels', `Entry ${entry} has an address of ${ticker}, a currency label not seen before.`);
  }
  if (wallet === null) {
    alarms.add('invalid addresses', `Entry ${entry} holds ${address}, which is no valid address of a known encoding.`);
  }
  return { ticker, address, payload: wallet?.payload ?? null };
}

/** Tickers whose addresses are those of EVM chains. A list may print one without 0x. */
const evmTickers: ReadonlySet<string> = new Set(['ETH', 'ETC', 'ARB', 'BSC', 'USDC', 'USDT']);
const bareHex = /^[0-9a-f]{40}$/i;

/** One wallet per ticker and key, in an order that does not depend on the order of the file. */
export const distinctWallets = (wallets: readonly ListedWallet[]): readonly ListedWallet[] =>
  distinct(
    wallets.toSorted((left, right) => compareTexts(left.address, right.address)),
    ({ ticker, address, payload }) => `${ticker} ${payload ?? address}`,
  );

const seenTickers: ReadonlySet<string> = new Set([...knownTickers, 'BTC', 'DOGE']);

/** Candidates by length: Bitcoin's shortest addresses have 26 characters, four addresses written together 168. */
const words = /(?<![A-Za-z0-9])(?:bitcoincash:)?[A-Za-z0-9]{25,168}(?![A-Za-z0-9])/g;
/** EVM addresses without a sign between them, as cells lose their line breaks. */
const glued = /^(?:0x[0-9a-f]{40}){2,4}$/i;

const aboutCurrency = /solana|\bSOL\b|digital currenc|crypto|wallet|virtual (?:asset|currenc)/i;

/** Characters between a ticker and the address it belongs to. */
const reach = 40;

function tickerBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - reach), at);
  const labels = before.match(/(?<![A-Za-z0-9])[A-Z]{3,4}(?![A-Za-z0-9])/g) ?? [];
  return labels.findLast((label) => seenTickers.has(label)) ?? '';
}
