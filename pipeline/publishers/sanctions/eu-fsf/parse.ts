import type { ListedName, ListedWallet } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { attributeText, childrenNamed, childTexts, type XmlElement } from '../../xml/xml-element.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { distinctNames } from '../entry-lists.ts';
import { formerNamesInText } from '../former-names-in-text.ts';
import { isoDate } from '../iso-date.ts';
import { partialDate } from '../partial-date.ts';
import { type ListReading, readListXml } from '../read-list-xml.ts';
import { walletsInText } from '../wallets-in-text.ts';
import { countryOf } from './country.ts';
import { readIdentifiers, reportUnknownCodes } from './identifiers.ts';
import { euList } from './layout.ts';

/** Entries of the European Union's list. An entry's id is its EU reference number, or its logical id where it has none. */
export const parse = (files: readonly SnapshotFile[]): ParseResult<ParsedEntry> =>
  readListXml(files, euList, readEntry);

function readEntry(entity: XmlElement, reading: ListReading): ParsedEntry {
  const { alarms, file } = reading;
  const entryId = attributeText(entity, 'euReferenceNumber') || attributeText(entity, 'logicalId');
  const entityType = readType(entity, entryId, alarms);
  reportUnknownCodes(entity, reading);
  const placed = [...childrenNamed(entity, 'citizenship'), ...childrenNamed(entity, 'address')];
  const codes = placed.map((part) => countryOf(part, entryId, reading)).filter((code) => code !== null);
  const programs = childrenNamed(entity, 'regulation').map((one) => attributeText(one, 'programme'));
  const designated = attributeText(entity, 'designationDate');
  const listedOn = isoDate(designated);
  if (listedOn === null && designated !== '') unreadableDate(alarms, entryId, designated);
  const names = readNames(entity, entryId, alarms);
  return {
    entryId,
    entityType,
    names: distinctNames([...names, ...formerNamesInText(remarksOf(entity), names)]),
    wallets: readWallets(entity),
    identifiers: entityType === 'person' ? [] : readIdentifiers(entity, entryId, reading),
    countries: [...new Set(codes)].sort(),
    programs: [...new Set(programs.filter((program) => program !== ''))].sort(),
    dates: [...new Set(readDates(entity, entryId, alarms))].sort(),
    listedOn,
    relations: [],
    file,
  };
}

function readType(entity: XmlElement, entryId: string, alarms: AlarmList): Term<'entityType'> {
  const [subject] = childrenNamed(entity, 'subjectType');
  const code = subject === undefined ? '' : attributeText(subject, 'code');
  const type = types.get(code);
  if (type === undefined) {
    alarms.add('unknown types of entries', `Entry ${entryId} is of the type ${shown(code)}, not seen before.`);
  }
  return type ?? 'unknown';
}

const types: ReadonlyMap<string, Term<'entityType'>> = new Map([
  ['person', 'person'],
  ['enterprise', 'organisation'],
]);

/** Names of an entity. The list marks no primary name, so the first strong one in document order is primary. */
function readNames(entity: XmlElement, entryId: string, alarms: AlarmList): readonly ListedName[] {
  const names = childrenNamed(entity, 'nameAlias').map((alias): ListedName => {
    const parts = ['firstName', 'middleName', 'lastName'].map((part) => attributeText(alias, part));
    const strong = attributeText(alias, 'strong');
    if (strong !== 'true' && strong !== 'false') {
      alarms.add('unknown strengths of names', `Entry ${entryId} has a name that is strong: ${shown(strong)}.`);
    }
    const weak = strong === 'false' || childTexts(alias, 'remark').some((remark) => /low? quality/i.test(remark));
    const name = attributeText(alias, 'wholeName') || parts.filter((part) => part !== '').join(' ');
    return { name, kind: 'alias', weak };
  });
  const named = names.filter(({ name }) => name !== '');
  const primary = named.find(({ weak }) => !weak) ?? named[0];
  return primary === undefined ? [] : [{ ...primary, kind: 'primary' }, ...named];
}

/** Dates of birth; the first and the last year of a range. Skips calendars other than the Gregorian one. */
function readDates(entity: XmlElement, entryId: string, alarms: AlarmList): readonly string[] {
  return childrenNamed(entity, 'birthdate').flatMap((birth) => {
    const calendar = attributeText(birth, 'calendarType');
    if (calendar !== 'GREGORIAN' && calendar !== '') {
      alarms.add('other calendars', `Entry ${entryId} has a date of birth of the calendar ${shown(calendar)}.`);
      return [];
    }
    const texts = ['birthdate', 'year', 'yearRangeFrom', 'yearRangeTo'].map((name) => attributeText(birth, name));
    const [whole = '', year = '', ...range] = texts;
    const month = attributeText(birth, 'monthOfYear');
    const stated: readonly (readonly [string, string | null])[] = [
      ...(whole === ''
        ? year === ''
          ? []
          : [[year, yearAndMonth(year, month)] as const]
        : [[whole, isoDate(whole)] as const]),
      ...range.filter((text) => text !== '').map((text) => [text, partialDate(Number(text))] as const),
    ];
    for (const [text, date] of stated) if (date === null) unreadableDate(alarms, entryId, text);
    return stated.flatMap(([, date]) => (date === null ? [] : [date]));
  });
}

/** The year and month. If the list knew the day, it would have filled `birthdate`. */
const yearAndMonth = (year: string, month: string): string | null =>
  month === '' ? partialDate(Number(year)) : partialDate(Number(year), Number(month));

const unreadableDate = (alarms: AlarmList, entryId: string, text: string): void =>
  alarms.add('unreadable dates', `Entry ${entryId} states ${shown(text)}, which is no date.`);

/** Wallets in the remarks of the entry and of its parts, and in the numbers of identifications. */
function readWallets(entity: XmlElement): readonly ListedWallet[] {
  const numbers = childrenNamed(entity, 'identification').map((one) => attributeText(one, 'number'));
  return walletsInText([remarksOf(entity), ...numbers].join('\n'));
}

/** The remarks of the entity and of its parts. */
const remarksOf = (entity: XmlElement): string =>
  [entity, ...entity.children].flatMap((part) => childTexts(part, 'remark')).join('\n');
