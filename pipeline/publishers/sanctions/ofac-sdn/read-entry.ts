import type { ListedIdentifier, ListedName } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { ParsedEntry } from '../../../ingest/feed.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import type { CountryReader } from '../country-reader.ts';
import { distinct, distinctNames, distinctTexts } from '../entry-lists.ts';
import { lineOf } from '../line-of.ts';
import { joinRemarks, readRemarks, type RemarkFacts } from './remarks.ts';

/** Rows of another file of the set, by entry. */
export type RowsByEntry = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Input and caches for reading the entries of a snapshot. */
export interface Reading {
  readonly aliases: RowsByEntry;
  readonly addresses: RowsByEntry;
  readonly comments: RowsByEntry;
  readonly countries: CountryReader;
  readonly programs: (cell: string) => readonly string[];
  readonly alarms: AlarmList;
  readonly file: string;
  /** Entries whose remarks are cut off, while the snapshot lacks their rest. */
  readonly cut: string[];
}

/** Columns of sdn.csv, read by index: destructuring the row of every entry takes as long as splitting the file. */
const column = { id: 0, name: 1, type: 2, programs: 3, flag: 9, owner: 10, remarks: 11 } as const;

/** An entry: its row of sdn.csv with its aliases, addresses and comments. */
export function readEntry(cells: readonly string[], reading: Reading): ParsedEntry {
  const { alarms, countries, file } = reading;
  const entryId = cells[column.id] ?? '';
  const name = valueOf(cells[column.name]);
  if (name === null) alarms.add('entries without a name', `Entry ${entryId} has no name.`);
  else if (spreadsheetDate.test(name)) {
    alarms.add('names that look like dates', `Entry ${entryId} is called ${name}: a spreadsheet may have changed it.`);
  }
  const entityType = entityTypeOf(cells[column.type] ?? '', entryId, alarms);
  const person = entityType === 'person';
  const remarks = remarksOf(cells[column.remarks] ?? '', entryId, reading);
  const facts = readRemarks(remarks, { entry: entryId, person, countries, alarms });
  const names: ListedName[] = name === null ? [] : [{ name, kind: 'primary', weak: false }];
  for (const alias of reading.aliases.get(entryId) ?? []) names.push(readAlias(alias, alarms));
  for (const named of facts.names) names.push(named);
  if (entityType === 'vessel') takeVessel(cells, entryId, facts, countries);
  for (const address of reading.addresses.get(entryId) ?? []) takeCountry(address[4], entryId, facts, countries);
  return {
    entryId,
    entityType,
    names: distinctNames(names),
    wallets: facts.wallets,
    identifiers: distinct(facts.identifiers, identifierKey),
    countries: distinctTexts(facts.countries),
    programs: reading.programs(cells[column.programs] ?? ''),
    dates: distinctTexts(facts.dates),
    listedOn: null,
    relations: distinct(facts.relations, ({ role, name: party }) => `${role} ${party}`),
    file,
  };
}

/** The remarks of sdn.csv and their continuation in sdn_comments.csv. Several rows there are joined without a separator. */
function remarksOf(cell: string, entryId: string, { comments, cut, alarms }: Reading): string {
  const rest = comments.get(entryId)?.map((cells) => cells[1] ?? '');
  const { text, flaw } = joinRemarks(isNull(cell) ? '' : cell, rest?.join(''));
  if (flaw === 'cut') cut.push(entryId);
  if (flaw === 'not_continued') {
    alarms.add('comments out of place', `Entry ${entryId} has comments that do not continue its remarks.`);
  }
  return text;
}

function takeVessel(cells: readonly string[], entryId: string, facts: RemarkFacts, countries: CountryReader): void {
  const owner = valueOf(cells[column.owner]);
  if (owner !== null) facts.relations.push({ role: 'owner', name: owner });
  if (valueOf(cells[column.flag]) !== 'None Identified') takeCountry(cells[column.flag], entryId, facts, countries);
}

function takeCountry(cell: string | undefined, entryId: string, facts: RemarkFacts, countries: CountryReader): void {
  const name = valueOf(cell);
  const code = name === null ? null : countries(name, `entry ${entryId}`);
  if (code !== null) facts.countries.push(code);
}

/** Splits `CYBER2] [ELECTION-EO13848`. Caches results: a few hundred combinations occur, each on many entries. */
export function programReader(): Reading['programs'] {
  const read = new Map<string, readonly string[]>();
  return (cell) => {
    const known = read.get(cell);
    if (known !== undefined) return known;
    const programs = (valueOf(cell) ?? '').split('] [').map((program) => program.trim());
    const sorted = distinctTexts(programs.filter((program) => program !== ''));
    read.set(cell, sorted);
    return sorted;
  };
}

const identifierKey = ({ kind, value, country }: ListedIdentifier): string => `${kind} ${value} ${country ?? ''}`;

/** Text that a spreadsheet turned into a date: 7-28 becomes Jul-28. */
const spreadsheetDate = /^(?:[A-Z][a-z]{2}-\d{1,2}|\d{1,2}-[A-Z][a-z]{2}(?:-\d{2,4})?)$/;

/** OFAC writes -0- for null, with or without a space after it. */
const isNull = (cell: string): boolean => cell === '-0- ' || cell === '-0-' || cell === '';

/** A cell on one line; null for OFAC's null. */
function valueOf(cell: string | undefined): string | null {
  if (cell === undefined || isNull(cell)) return null;
  const text = lineOf(cell);
  return isNull(text) ? null : text;
}

function entityTypeOf(cell: string, entryId: string, alarms: AlarmList): Term<'entityType'> {
  const known = isNull(cell) ? 'organisation' : entityTypes.get(cell.trim().toLowerCase());
  if (known !== undefined) return known;
  alarms.add('unknown SDN types', `Entry ${entryId} is of the unknown SDN type ${shown(cell)}.`);
  return 'unknown';
}

const entityTypes: ReadonlyMap<string, Term<'entityType'>> = new Map([
  ['individual', 'person'],
  ['entity', 'organisation'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);

/** A row of alt.csv: entry, number of the alias, aka | fka | nka, name, remarks. */
function readAlias([entry = '', , type = '', name, remarks = '']: readonly string[], alarms: AlarmList): ListedName {
  const kind = aliasKinds.get(type.trim().toLowerCase());
  if (kind === undefined) {
    alarms.add('unknown alias types', `Entry ${entry} has an alias of the unknown type ${shown(type)}.`);
  }
  const text = valueOf(name) ?? '';
  const quoted = /^'(.+)'$/.exec(text)?.[1];
  return { name: quoted ?? text, kind: kind ?? 'alias', weak: quoted !== undefined || /\bweak\b/i.test(remarks) };
}

const aliasKinds: ReadonlyMap<string, Term<'listedNameKind'>> = new Map([
  ['aka', 'alias'],
  ['nka', 'alias'],
  ['fka', 'previous'],
]);
