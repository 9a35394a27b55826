import type { ListedIdentifier, ListedName } from '../../../../schemas/generated/records.ts';
import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { childrenNamed, childText, childTexts, type XmlElement } from '../../xml/xml-element.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { distinct, distinctNames } from '../entry-lists.ts';
import { formerNamesInText } from '../former-names-in-text.ts';
import { identifiersInText } from '../identifiers-in-text.ts';
import { isoDate } from '../iso-date.ts';
import { partialDate } from '../partial-date.ts';
import { identifierText } from '../merge-entries.ts';
import { type ListReading, readListXml } from '../read-list-xml.ts';
import { walletsInText } from '../wallets-in-text.ts';
import { unList } from './layout.ts';

/** Entries of the UN Security Council's consolidated list. An entry's id is its permanent reference number. */
export const parse = (files: readonly SnapshotFile[]): ParseResult<ParsedEntry> =>
  readListXml(files, unList, readEntry);

function readEntry(record: XmlElement, reading: ListReading): ParsedEntry {
  const { alarms, countries, file } = reading;
  const entryId = childText(record, 'REFERENCE_NUMBER');
  const where = `entry ${entryId}`;
  const nationalities = childrenNamed(record, 'NATIONALITY').flatMap((list) => childTexts(list, 'VALUE'));
  const addresses = childrenNamed(record, `${record.name}_ADDRESS`).flatMap((one) => childTexts(one, 'COUNTRY'));
  const named = [...nationalities, ...childTexts(record, 'NATIONALITY2'), ...addresses];
  const listed = childText(record, 'LISTED_ON');
  const listedOn = isoDate(listed);
  if (listedOn === null && listed !== '') unreadableDate(alarms, entryId, listed);
  if (childText(record, 'DELISTED_ON') !== '') {
    alarms.add('delisted entries', `Entry ${entryId} is on the list with a date of its delisting.`);
  }
  const names = readNames(record, entryId, alarms);
  return {
    entryId,
    entityType: record.name === 'INDIVIDUAL' ? 'person' : 'organisation',
    names: distinctNames([...names, ...formerNamesInText(notesOf(record), names)]),
    wallets: walletsInText(notesOf(record)),
    identifiers: record.name === 'INDIVIDUAL' ? [] : identifiersIn(notesOf(record), entryId, reading),
    countries: [...new Set(named.map((name) => countries(name, where)).filter((code) => code !== null))].sort(),
    programs: [...new Set(childTexts(record, 'UN_LIST_TYPE'))].sort(),
    dates: [...new Set(readDates(record, entryId, alarms))].sort(),
    listedOn,
    relations: [],
    file,
  };
}

function readNames(record: XmlElement, entryId: string, alarms: AlarmList): readonly ListedName[] {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => childText(record, part));
  const names: ListedName[] = [{ name: parts.filter((part) => part !== '').join(' '), kind: 'primary', weak: false }];
  for (const name of childTexts(record, 'NAME_ORIGINAL_SCRIPT')) names.push({ name, kind: 'alias', weak: false });
  for (const alias of childrenNamed(record, `${record.name}_ALIAS`)) {
    const text = childText(alias, 'ALIAS_NAME');
    if (text === '') continue;
    const quality = childText(alias, 'QUALITY');
    const weak = quality === 'Low';
    if (!weak && !qualities.includes(quality)) {
      alarms.add(
        'unknown qualities',
        `Entry ${entryId} has an alias of the quality ${shown(quality)}; it is read as good.`,
      );
    }
    const kind = quality === 'f.k.a.' ? 'previous' : 'alias';
    names.push(...splitNames(text).map((name): ListedName => ({ name, kind, weak })));
  }
  return names;
}

const qualities: readonly string[] = ['', 'Good', 'Low', 'a.k.a.', 'f.k.a.'];

/** Splits an alias field at semicolons. One inside brackets belongs to the name before it. */
function splitNames(text: string): readonly string[] {
  const names: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ';' && depth === 0) names.push('');
    else names.push((names.pop() ?? '') + character);
  }
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Dates of birth; for "between" the first and the last year. */
function readDates(record: XmlElement, entryId: string, alarms: AlarmList): readonly string[] {
  return childrenNamed(record, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((birth) => {
    const type = childText(birth, 'TYPE_OF_DATE');
    if (!dateTypes.includes(type)) {
      alarms.add('unknown types of dates', `Entry ${entryId} has a date of birth of the type ${shown(type)}.`);
    }
    return ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR'].flatMap((name) =>
      childTexts(birth, name).flatMap((text) => {
        const date = name === 'DATE' ? isoDate(text) : partialDate(Number(text));
        if (date === null) unreadableDate(alarms, entryId, text);
        return date === null ? [] : [date];
      }),
    );
  });
}

const dateTypes: readonly string[] = ['', 'EXACT', 'APPROXIMATELY', 'BETWEEN'];

const unreadableDate = (alarms: AlarmList, entryId: string, text: string): void =>
  alarms.add('unreadable dates', `Entry ${entryId} states ${shown(text)}, which is no date.`);

/** Of prose: what is labelled and has right check digits. */
function identifiersIn(text: string, entryId: string, { alarms, countries }: ListReading): readonly ListedIdentifier[] {
  const read = identifiersInText(text, (name) => countries(name, null), 'prose');
  if (read.isPartlyUnread) alarms.add('long notes', `Entry ${entryId} has notes of which the end is not read.`);
  return distinct(read.identifiers, identifierText);
}

/** The comments, and the notes to addresses, documents and aliases. */
const notesOf = (record: XmlElement): string =>
  [...childTexts(record, 'COMMENTS1'), ...record.children.flatMap((child) => childTexts(child, 'NOTE'))].join('\n');
