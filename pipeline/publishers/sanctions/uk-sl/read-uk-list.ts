import type { ListedIdentifier, ListedRelation } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { alarmList, type AlarmList, shown } from '../../alarm-list.ts';
import { type CountryReader, countryReader } from '../country-reader.ts';
import { distinct, distinctNames, distinctTexts } from '../entry-lists.ts';
import { formerNamesInText } from '../former-names-in-text.ts';
import { identifiersInText } from '../identifiers-in-text.ts';
import { lineOf } from '../line-of.ts';
import { withReadableNames } from '../readable-names.ts';
import { withoutBirthsAfterListing } from '../birth-dates.ts';
import { isKnownRegime } from './uk-regimes.ts';
import type { UkLayout } from './uk-layout.ts';
import { readUkNames } from './uk-names.ts';
import { nationalityCode } from '../nationalities.ts';
import { readUkTable, type UkRow } from './uk-table.ts';
import { labelledFacts, readImo, readUkDate, splitValues } from './uk-values.ts';
import { readUkWallets } from './uk-wallets.ts';

/** Reads either UK list. Both repeat an entry in one row per name, address and date; the rows become one entry. */
export function readUkList(files: readonly SnapshotFile[], layout: UkLayout): ParseResult<ParsedEntry> {
  const alarms = alarmList();
  const table = readUkTable(files, layout, alarms);
  if (!table.ok) return table;
  const { publishedOn, file, walletColumns } = table;
  const reading: Reading = { layout, walletColumns, alarms, countries: countryReader(alarms) };
  const rows = [...table.entries].map(([entryId, entry]) =>
    withoutBirthsAfterListing(withReadableNames({ ...readEntry(entryId, entry, reading), file }, alarms), alarms),
  );
  if (publishedOn !== null) reportLaterRows(publishedOn, [...table.entries.values()].flat(), reading, file);
  return { ok: true, rows, alarms: alarms.all(), published: publishedOn };
}

interface Reading {
  readonly layout: UkLayout;
  readonly walletColumns: readonly string[];
  readonly alarms: AlarmList;
  readonly countries: CountryReader;
}

function readEntry(entryId: string, rows: readonly UkRow[], reading: Reading): ParsedEntry {
  const { layout, walletColumns, alarms } = reading;
  const { columns } = layout;
  /** The distinct cells of a column. */
  const cells = (column: string | undefined): readonly string[] => [
    ...new Set(rows.map((row) => row(column).trim()).filter((cell) => cell !== '')),
  ];
  const values = (column: string | undefined): readonly string[] => cells(column).flatMap(splitValues);
  const entityType = entityTypeOf(cells(columns.entityType), entryId, alarms);
  const programs = cells(columns.regime).map(lineOf);
  for (const regime of programs) {
    if (isKnownRegime(regime)) continue;
    alarms.add('unknown regimes', `Entry ${entryId} is of the unknown regime ${shown(regime)}.`);
  }
  const information = cells(columns.information);
  const names = readUkNames(entryId, rows, layout.columns, alarms);
  const facts: EntryFacts = { values, cells, information: information.map(labelledFacts) };
  const organisation = entityType === 'person' ? nothing : organisationFacts(entryId, facts, reading);
  return {
    entryId,
    entityType,
    names: distinctNames([...names, ...formerNamesInText(information.join('\n'), names)]),
    wallets: readUkWallets(information, walletColumns.flatMap(cells), entryId, alarms),
    identifiers: distinct(organisation.identifiers, ({ kind, value, country }) => `${kind} ${value} ${country ?? ''}`),
    countries: distinctTexts([
      ...[...values(columns.nationality), ...values(columns.country)].flatMap((name) =>
        countriesIn(name, entryId, reading),
      ),
      ...organisation.countries,
    ]),
    programs: distinctTexts(programs),
    dates: datesOf(values(columns.birthDate), 'birth', entryId, alarms),
    listedOn: datesOf(values(columns.listedOn), 'listing', entryId, alarms).find((date) => date.length === 10) ?? null,
    relations: distinct(organisation.relations, ({ role, name }) => `${role} ${name}`),
  };
}

function entityTypeOf(cells: readonly string[], entryId: string, alarms: AlarmList): Term<'entityType'> {
  const [type, ...others] = new Set(cells.map((cell) => entityTypes.get(cell.toLowerCase()) ?? 'unknown'));
  if (type === undefined || type === 'unknown' || others.length > 0) {
    const stated = cells.length === 0 ? 'no type' : cells.map(shown).join(' and ');
    alarms.add('unclear types', `Entry ${entryId} states ${stated} instead of Individual, Entity or Ship.`);
  }
  return others.length > 0 ? 'unknown' : (type ?? 'unknown');
}

const entityTypes: ReadonlyMap<string, Term<'entityType'>> = new Map([
  ['individual', 'person'],
  ['entity', 'organisation'],
  ['ship', 'vessel'],
]);

interface EntryFacts {
  readonly cells: (column: string | undefined) => readonly string[];
  readonly values: (column: string | undefined) => readonly string[];
  /** Labelled facts of the free text. */
  readonly information: readonly ReadonlyMap<string, string>[];
}

interface OrganisationFacts {
  readonly identifiers: readonly ListedIdentifier[];
  readonly countries: readonly string[];
  readonly relations: readonly ListedRelation[];
}

const nothing: OrganisationFacts = { identifiers: [], countries: [], relations: [] };

/** Facts of organisations and ships, from their own columns or after their label in the free text. */
function organisationFacts(entryId: string, facts: EntryFacts, reading: Reading): OrganisationFacts {
  const { columns } = reading.layout;
  const { cells, values, information } = facts;
  const labelled = (...labels: readonly string[]): readonly string[] =>
    information.flatMap((known) => labels.flatMap((label) => known.get(label) ?? []));
  const all = (column: string | undefined, ...labels: readonly string[]): readonly string[] => [
    ...values(column),
    ...labelled(...labels).flatMap(splitValues),
  ];
  const registrations = [...cells(columns.registration), ...labelled('business reg no')].flatMap((cell) =>
    registrationsIn(cell, entryId, reading),
  );
  const inProse = cells(columns.information).flatMap((text) => {
    const read = identifiersInText(text, (name) => reading.countries(name, null), 'prose');
    if (read.isPartlyUnread)
      reading.alarms.add('long notes', `Entry ${entryId} has notes of which the end is not read.`);
    return read.identifiers;
  });
  return {
    identifiers: [
      ...registrations,
      ...inProse,
      ...all(columns.imo, 'imo number').flatMap((text) => imoOf(text, entryId, reading.alarms)),
      ...all(columns.website, 'website').map((value) => ({ kind: 'website', value, country: null })),
    ],
    countries: all(columns.flag, 'flag of ship', 'current believed flag of ship').flatMap((name) =>
      countriesIn(name, entryId, reading),
    ),
    relations: [
      ...all(columns.parent, 'parent company').map((name) => ({ role: 'parent', name })),
      ...all(columns.subsidiary, 'subsidiaries').map((name) => ({ role: 'subsidiary', name })),
      ...all(columns.owner, 'current owners', 'current owner/operator').map((name) => ({ role: 'owner', name })),
    ],
  };
}

/** The identifiers of a cell. What is not read of it, or has wrong check digits, raises an alarm. */
function registrationsIn(cell: string, entryId: string, { alarms, countries }: Reading): readonly ListedIdentifier[] {
  return splitValues(cell).flatMap((text) => {
    const read = identifiersInText(text, (name) => countries(name, null));
    if (read.isPartlyUnread) {
      alarms.add('unread numbers', `Entry ${entryId} states ${shown(text)}, of which a number is not read.`);
    }
    for (const value of read.failing) {
      alarms.add('wrong check digits', `Entry ${entryId} states ${shown(value)}, whose check digits are wrong.`);
    }
    return read.identifiers;
  });
}

function imoOf(text: string, entryId: string, alarms: AlarmList): readonly ListedIdentifier[] {
  const value = readImo(text);
  if (value === null) alarms.add('invalid IMO numbers', `Entry ${entryId} states ${shown(text)} as an IMO number.`);
  return value === null ? [] : [{ kind: 'imo', value, country: null }];
}

/** `Pakistan`, `Pakistani`, `Pakistan (location as at May 2008)`, `Iran/Iraq`. */
function countriesIn(text: string, entryId: string, { countries }: Reading): readonly string[] {
  const codeOf = (name: string): string | null => countries(name, null) ?? nationalityCode(name);
  const bracket = text.indexOf('(');
  const whole = codeOf(text) ?? (bracket > 0 ? codeOf(text.slice(0, bracket).trim()) : null);
  if (whole !== null) return [whole];
  const parts = text.split(/[,/]/);
  const several = parts.length > 5 ? [null] : parts.map((name) => codeOf(name.trim()));
  if (!several.includes(null)) return several.filter((code) => code !== null);
  countries(text, `entry ${entryId}`);
  return [];
}

/** Sorted. */
function datesOf(values: readonly string[], what: string, entryId: string, alarms: AlarmList): readonly string[] {
  const dates = values.flatMap((value) => {
    const date = readUkDate(value);
    if (date !== null) return [date];
    alarms.add(`unreadable dates of ${what}`, `Entry ${entryId} states ${shown(value)} as a date of ${what}.`);
    return [];
  });
  return distinctTexts(dates);
}

/** Raises an alarm when rows are newer than the date of the file: then it is not the file that was published. */
function reportLaterRows(publishedOn: string, rows: readonly UkRow[], { layout, alarms }: Reading, file: string): void {
  const later = rows.filter((row) => (readUkDate(row(layout.columns.updated).trim()) ?? '') > publishedOn).length;
  if (later === 0) return;
  const subject = later === 1 ? '1 row was' : `${later} rows were`;
  alarms.add('later updates', `${file} is dated ${publishedOn}, but ${subject} updated after that day.`);
}
