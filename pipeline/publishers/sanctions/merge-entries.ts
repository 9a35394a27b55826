import type { ParsedEntry } from '../../ingest/feed.ts';
import { distinct, distinctNames } from './entry-lists.ts';
import { distinctWallets } from './wallets-in-text.ts';

/** Merges two entries with one id. Lists are joined; of single values the first entry's wins. */
export function mergeEntries(first: ParsedEntry, second: ParsedEntry): ParsedEntry {
  return {
    ...first,
    names: distinctNames([...first.names, ...second.names]),
    wallets: distinctWallets([...first.wallets, ...second.wallets]),
    identifiers: distinct([...first.identifiers, ...second.identifiers], identifierText),
    countries: union(first.countries, second.countries),
    programs: union(first.programs, second.programs),
    dates: union(first.dates, second.dates),
    listedOn: first.listedOn ?? second.listedOn,
    relations: distinct([...first.relations, ...second.relations], ({ role, name }) => `${role} ${name}`),
  };
}

/** Comparison key of an identifier. */
export const identifierText = ({ kind, value, country }: ParsedEntry['identifiers'][number]): string =>
  `${kind} ${country ?? ''} ${value}`;

const union = (first: readonly string[], second: readonly string[]): readonly string[] =>
  [...new Set([...first, ...second])].sort();
