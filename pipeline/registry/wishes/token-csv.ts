import { parse } from 'csv-parse/sync';
import { parseCaip19 } from '../../../schemas/values/caip.ts';
import { type Chain, chainByCaip2 } from '../../../schemas/values/chains.ts';
import { shown } from '../../../schemas/values/reasons.ts';
import { chainNamed } from '../../../schemas/values/token-text.ts';
import { placeOf, type ReadWishes, skip, type TokenWish, type WishedMember, type WishIssue } from './wish.ts';

const columns = [
  ...(['caip19', 'chain', 'address', 'name', 'symbol', 'decimals', 'issuer', 'website', 'whitepaper'] as const),
  ...(['token', 'regimes', 'status'] as const),
];
type Column = (typeof columns)[number];

/** Columns that are members of the token, by their name in the line of an asset. */
const memberOf: Readonly<Partial<Record<Column, WishedMember>>> = {
  name: 'name',
  symbol: 'symbol',
  decimals: 'decimals',
  website: 'websiteUrl',
  whitepaper: 'whitepaperUrl',
  token: 'token',
  regimes: 'regimes',
  status: 'status',
};

/** What separates the cells of a header that names a token; null for any other line. */
export function delimiterOf(header: string): string | null {
  const found = [',', ';', '\t'].find((delimiter) => cellsOf(header, delimiter).some(namesToken));
  return found ?? (namesToken(header.trim()) ? ',' : null);
}

const cellsOf = (header: string, delimiter: string): readonly string[] =>
  header.includes(delimiter) ? header.split(delimiter).map(plain) : [];
const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/u, '$1')
    .trim()
    .toLowerCase();
const namesToken = (cell: string): boolean => plain(cell) === 'caip19' || plain(cell) === 'address';

type Row = Readonly<Partial<Record<Column, string>>>;

/** Tokens of a CSV with a header. An empty cell states nothing; regimes are separated by spaces or `|`. */
export function readTokenCsv(text: string, delimiter: string, fallback: Chain | null): ReadWishes {
  const rows = rowsOf(text, delimiter);
  if (typeof rows === 'string') return { wishes: [], skipped: new Map(), issues: [wholeFile(rows)] };
  const [header, ...records] = rows;
  const names = (header?.cells ?? []).map(plain);
  const wrong = names.find((name, index) => !columns.some((one) => one === name) || names.indexOf(name) < index);
  if (wrong !== undefined) {
    const reason = `the column ${shown(wrong)} is unknown, or there twice; there are ${columns.join(', ')}`;
    return { wishes: [], skipped: new Map(), issues: [{ place: 'line 1', path: '', reason }] };
  }
  const wishes: TokenWish[] = [];
  const skipped = new Map<string, number>();
  const issues: WishIssue[] = [];
  for (const { cells, line } of records) {
    const row: Row = Object.fromEntries(
      names.flatMap((name, index) => (cells[index]?.trim() ? [[name, cells[index].trim()]] : [])),
    );
    const place = `line ${line}${row.symbol === undefined ? '' : ` ${row.symbol}`}`;
    const at = locate(row, fallback);
    if ('skipped' in at) skip(skipped, at.skipped);
    else if ('reason' in at) issues.push({ place, ...at });
    else wishes.push({ place, ...at, members: membersOf(row), issuer: row.issuer ?? null });
  }
  return { wishes, skipped, issues };
}

const wholeFile = (reason: string): WishIssue => ({ place: '', path: '', reason });

type RowPlace =
  | Pick<TokenWish, 'chain' | 'standard' | 'address'>
  | { readonly skipped: string }
  | { readonly path: string; readonly reason: string };

function locate({ caip19, chain: named, address }: Row, fallback: Chain | null): RowPlace {
  if (caip19 !== undefined) {
    const id = parseCaip19(caip19);
    if (id === null) return { path: 'caip19', reason: `${shown(caip19)} is not a CAIP-19 identifier` };
    if (id.tokenId !== null) return { path: 'caip19', reason: 'names one token of a collection; leave its id out' };
    const chain = chainByCaip2(id.chain);
    if (chain === undefined) return { skipped: id.chain };
    const at = placeOf({ chain, standard: id.assetNamespace, address: id.assetReference });
    return typeof at === 'string' ? { path: 'caip19', reason: at } : { chain, ...at };
  }
  if (address === undefined) return { path: 'address', reason: 'is missing, and so is caip19' };
  const chain = named === undefined ? fallback : chainNamed(named);
  if (chain === null) {
    return named === undefined
      ? { path: 'chain', reason: 'is missing: fill the column, or give --chain' }
      : { skipped: `chain ${named}` };
  }
  const at = placeOf({ chain, standard: null, address });
  return typeof at === 'string' ? { path: 'address', reason: at } : { chain, ...at };
}

function membersOf(row: Row): TokenWish['members'] {
  const members: Partial<Record<WishedMember, unknown>> = {};
  for (const [column, name] of Object.entries(memberOf)) {
    const cell = row[column as Column];
    if (cell !== undefined) members[name] = valueOf(name, cell);
  }
  return members;
}

const valueOf = (name: WishedMember, cell: string): unknown => {
  if (name === 'decimals') return /^\d{1,3}$/.test(cell) ? Number(cell) : cell;
  return name === 'regimes' ? cell.split(/[\s|]+/u) : cell;
};

interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The rows with the number of their line; the reason if the text is no CSV. */
function rowsOf(text: string, delimiter: string): readonly CsvRow[] | string {
  try {
    const rows: unknown = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: false,
      skip_empty_lines: true,
    });
    return (rows as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[]).map(
      ({ record, info }) => ({ cells: record, line: info.lines }),
    );
  } catch (error) {
    return error instanceof Error ? `is not a CSV: ${error.message}` : 'is not a CSV';
  }
}
