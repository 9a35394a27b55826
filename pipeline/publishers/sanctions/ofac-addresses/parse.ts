import type { ListedWallet } from '../../../../schemas/generated/records.ts';
import { JsonTooLarge, parseJsonWithin } from '../../../../schemas/values/json-size.ts';
import { comparableAddress, parseWallet } from '../../../../schemas/values/wallets.ts';
import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { decodeText } from '../../decode-text.ts';
import { fileLimits, isItTheFile } from '../../../../schemas/file-limits.ts';
import { knownTickers } from './manifest.ts';

const limits = fileLimits.addressList;

/**
 * Currency label of a file: ETH for `ETH.json`, `ETH-2022-09-03.json` and `sanctioned_addresses_ETH.json`; null when the
 * name has none.
 */
export function tickerOf(fileName: string): string | null {
  const [, ticker] =
    /^(?:sanctioned_addresses_)?([A-Za-z][A-Za-z0-9]{1,9})(?:[^A-Za-z0-9].*)?\.json$/.exec(fileName) ?? [];
  return ticker?.toUpperCase() ?? null;
}

/**
 * Entries of the published address lists: one JSON array of strings per ticker. All spellings of an
 * address, under any number of tickers, are one entry. An address in no known encoding is stored without a payload.
 */
export function parse(files: readonly SnapshotFile[]): ParseResult<ParsedEntry> {
  const entries = new Map<string, ParsedEntry>();
  const alarms: string[] = [];
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const ticker = tickerOf(file.name);
    if (ticker === null) {
      return { ok: false, reason: `${file.name} does not name its currency; rename it to <TICKER>.json.` };
    }
    if (!knownTickers.includes(ticker)) alarms.push(`${file.name} is for ${ticker}, a currency label not seen before.`);
    const addresses = readAddresses(file);
    if (!addresses.ok) return addresses;
    for (const address of addresses.rows) addWallet(entries, file.name, readWallet(ticker, address, alarms, file.name));
  }
  return { ok: true, rows: [...entries.values()], alarms };
}

function readAddresses(file: SnapshotFile): ParseResult<string> {
  const decoded = decodeText(file, 'JSON');
  if (!decoded.ok) return decoded;
  const no = (reason: string): ParseResult<string> => ({ ok: false, reason: `${file.name} ${reason}` });
  const value = parseJson(decoded.text);
  if (value instanceof JsonTooLarge) return no(`${value.message}: it is no list of addresses. ${isItTheFile}`);
  if (value === undefined) return no('is not valid JSON: the file is cut off or is something else.');
  if (!Array.isArray(value)) return no('is not a JSON array of addresses.');
  const addresses: string[] = [];
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    if (typeof item !== 'string') return no(`holds something else than a text at position ${index + 1}.`);
    const address = item.trim();
    if (address === '') return no(`holds an empty address at position ${index + 1}.`);
    if (address.length > limits.address) return no(`holds a text longer than any address at position ${index + 1}.`);
    if (!address.isWellFormed())
      return no(`holds half of a surrogate pair, which is no text, at position ${index + 1}.`);
    addresses.push(address);
  }
  return { ok: true, rows: addresses, alarms: [] };
}

/** Undefined when the text is not JSON: no JSON text has that value. */
function parseJson(text: string): unknown {
  try {
    return parseJsonWithin(text, limits);
  } catch (error) {
    return error instanceof JsonTooLarge ? error : undefined;
  }
}

interface ReadWallet {
  readonly entryId: string;
  readonly wallet: ListedWallet;
}

function readWallet(ticker: string, address: string, alarms: string[], file: string): ReadWallet {
  const wallet = parseWallet(address, { ticker });
  if (wallet === null) alarms.push(`${file} holds ${address}, which is no valid address of a known encoding.`);
  return {
    entryId: wallet === null ? address : comparableAddress(wallet.encoding, address),
    wallet: { ticker, address, payload: wallet?.payload ?? null },
  };
}

function addWallet(entries: Map<string, ParsedEntry>, file: string, { entryId, wallet }: ReadWallet): void {
  const entry = entries.get(entryId);
  if (entry === undefined) {
    const none = {
      entityType: 'unknown',
      names: [],
      identifiers: [],
      countries: [],
      programs: [],
      dates: [],
      listedOn: null,
      relations: [],
    } as const;
    entries.set(entryId, { entryId, wallets: [wallet], ...none, file });
  } else if (!entry.wallets.some((known) => known.ticker === wallet.ticker)) {
    entries.set(entryId, { ...entry, wallets: [...entry.wallets, wallet] });
  }
}
