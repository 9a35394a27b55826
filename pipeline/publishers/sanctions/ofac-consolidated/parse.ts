import type { ListedName, ListedRelation } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { childrenNamed, childText, childTexts, type XmlElement } from '../../xml/xml-element.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { distinctNames } from '../entry-lists.ts';
import { readDates } from '../ofac-sdn/dates.ts';
import { type ListReading, readListXml } from '../read-list-xml.ts';
import { readIdentifications } from './identifications.ts';
import { ofacList } from './layout.ts';
import { countProblem, type Publication, readPublication } from './publication.ts';

/** Entries of an `sdnList` document of OFAC. An entry's id is OFAC's unique id. */
export function parse(files: readonly SnapshotFile[]): ParseResult<ParsedEntry> {
  let stated: Publication = { date: null, count: null };
  let entries = 0;
  const whole = (alarms: AlarmList): string | null => countProblem(stated.count, entries, alarms);
  const parsed = readListXml(
    files,
    ofacList,
    (record, reading) => {
      if (record.name === 'publshInformation') {
        stated = readPublication(record, reading.alarms);
        return null;
      }
      entries += 1;
      return readEntry(record, reading);
    },
    whole,
  );
  return parsed.ok ? { ...parsed, published: stated.date } : parsed;
}

function readEntry(entry: XmlElement, reading: ListReading): ParsedEntry {
  const { alarms, countries, file } = reading;
  const entryId = childText(entry, 'uid');
  const entityType = readType(childText(entry, 'sdnType'), entryId, alarms);
  const ids = readIdentifications(entry, entryId, entityType === 'person', reading);
  const vessels = childrenNamed(entry, 'vesselInfo');
  const named = [
    ...itemTexts(entry, 'addressList', 'address', 'country'),
    ...itemTexts(entry, 'nationalityList', 'nationality', 'country'),
    ...itemTexts(entry, 'citizenshipList', 'citizenship', 'country'),
    ...vessels.flatMap((vessel) => childTexts(vessel, 'vesselFlag')),
  ].map((name) => countries(name, `entry ${entryId}`));
  const owners = vessels.flatMap((vessel) => childTexts(vessel, 'vesselOwner'));
  return {
    entryId,
    entityType,
    names: distinctNames(readNames(entry, entryId, alarms)),
    wallets: ids.wallets,
    identifiers: ids.identifiers,
    countries: [...new Set([...named.filter((code) => code !== null), ...ids.countries])].sort(),
    programs: [...new Set(childrenNamed(entry, 'programList').flatMap((list) => childTexts(list, 'program')))].sort(),
    dates: [...new Set([...readBirths(entry, entryId, alarms), ...ids.dates])].sort(),
    listedOn: ids.listedOn,
    relations: [...new Set(owners)].sort().map((name): ListedRelation => ({ role: 'owner', name })),
    file,
  };
}

function readType(type: string, entryId: string, alarms: AlarmList): Term<'entityType'> {
  const known = types.get(type.toLowerCase());
  if (known === undefined) {
    alarms.add('unknown types of entries', `Entry ${entryId} is of the type ${shown(type)}, not seen before.`);
  }
  return known ?? 'unknown';
}

const types: ReadonlyMap<string, Term<'entityType'>> = new Map([
  ['individual', 'person'],
  ['entity', 'organisation'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
]);

function readNames(entry: XmlElement, entryId: string, alarms: AlarmList): readonly ListedName[] {
  const aliases = childrenNamed(entry, 'akaList').flatMap((list) => childrenNamed(list, 'aka'));
  return [
    { name: fullName(entry), kind: 'primary', weak: false },
    ...aliases.map((aka): ListedName => {
      const type = childText(aka, 'type');
      const category = childText(aka, 'category');
      if (!aliasTypes.includes(type)) {
        alarms.add(
          'unknown types of aliases',
          `Entry ${entryId} has an alias of the type ${shown(type)}; it is read as a.k.a.`,
        );
      }
      if (category !== 'strong' && category !== 'weak') {
        alarms.add(
          'unknown categories of aliases',
          `Entry ${entryId} has an alias of the category ${shown(category)}; it is read as strong.`,
        );
      }
      return { name: fullName(aka), kind: type === 'f.k.a.' ? 'previous' : 'alias', weak: category === 'weak' };
    }),
  ];
}

const aliasTypes: readonly string[] = ['a.k.a.', 'f.k.a.', 'n.k.a.'];

const fullName = (part: XmlElement): string =>
  [childText(part, 'firstName'), childText(part, 'lastName')].filter((name) => name !== '').join(' ');

const readBirths = (entry: XmlElement, entryId: string, alarms: AlarmList): readonly string[] =>
  itemTexts(entry, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth').flatMap((text) => {
    const dates = readDates(text.replace(/\bcirca[ -]/gi, ''));
    if (dates === null) alarms.add('unreadable dates', `Entry ${entryId} states ${shown(text)}, which is no date.`);
    return dates ?? [];
  });

/** Texts of the named child of every item of a list. */
const itemTexts = (entry: XmlElement, list: string, item: string, child: string): readonly string[] =>
  childrenNamed(entry, list).flatMap((items) => childrenNamed(items, item).flatMap((one) => childTexts(one, child)));
