import type { ParsedEntry } from '../../ingest/feed.ts';
import { distinct, distinctNames } from './entry-lists.ts';
import { distinctWallets } from './wallets-in-text.ts';

/** One entry that states what two of one id do. Where they can state one thing only, the first has its way. */
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

/** Text that is equal for two identifiers that are the same. */
export const identifierText = ({ kind, value, country }: ParsedEntry['identifiers'][number]): string =>
  `${kind} ${country ?? ''} ${value}`;

const union = (first: readonly string[], second: readonly string[]): readonly string[] =>
  [...new Set([...first, ...second])].sort();
