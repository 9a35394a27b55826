import type { ParseResult, ParsedEntry, SnapshotFile } from '../../ingest/feed.ts';
import { NotReadable } from '../xml/not-readable.ts';
import { type KnownParts, partsCheck } from '../xml/parts-check.ts';
import { readXml } from '../xml/read-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { type AlarmList, alarmList, shown } from '../alarm-list.ts';
import { type CountryReader, countryReader } from './country-reader.ts';
import { isoDate } from './iso-date.ts';
import { mergeEntries } from './merge-entries.ts';
import { withReadableNames } from './readable-names.ts';
import { withoutBirthsAfterListing } from './birth-dates.ts';

/** Layout of a list that is published as one XML document. */
export interface XmlList {
  readonly root: string;
  readonly rootAttributes: readonly string[];
  /** Attribute of the root with the date of the document, ISO 8601. */
  readonly publishedIn?: string;
  /** Namespaces in which the document has been published; an empty string for none. */
  readonly namespaces: readonly string[];
  /** Known parts of records, by the record's path below the root. */
  readonly records: Readonly<Record<string, KnownParts>>;
  /** Parts that every list has. If one is missing and a similar unknown part is in its place, it was renamed. */
  readonly usual: readonly string[];
}

/** State shared while reading a file. */
export interface ListReading {
  readonly file: string;
  readonly alarms: AlarmList;
  readonly countries: CountryReader;
}

/**
 * Entries of a list, one record at a time. `read` turns a record into an entry, or returns null for other records. An entry
 * without an id refuses the file, because later files could not be compared with it. Two entries with one id are merged.
 * `notWhole` is called at the end and returns what the document lacks, as the end of a sentence.
 */
export function readListXml(
  files: readonly SnapshotFile[],
  list: XmlList,
  read: (record: XmlElement, reading: ListReading) => ParsedEntry | null,
  notWhole: (alarms: AlarmList) => string | null = () => null,
): ParseResult<ParsedEntry> {
  const [file, ...more] = files;
  if (file === undefined) return { ok: false, reason: 'The snapshot holds no file.' };
  if (more.length > 0) return { ok: false, reason: `The list is one file; ${files.length} were given.` };
  const alarms = alarmList();
  const reading: ListReading = { file: file.name, alarms, countries: countryReader(alarms) };
  const check = partsCheck(list.records);
  const entries = new Map<string, ParsedEntry>();
  const layout = { root: list.root, records: Object.keys(list.records) };
  const document = readXml(file, layout, (record, path) => {
    check.note(record, path);
    const published = read(record, reading);
    if (published === null) return;
    const entry = withoutBirthsAfterListing(withReadableNames(published, alarms), alarms);
    if (entry.entryId === '') throw new NotReadable(`ends a <${record.name}> without an id`);
    if (entry.entryId.length > longestId) throw new NotReadable(`ends a <${record.name}> whose id is none`);
    reportFlaws(entry, alarms);
    const earlier = entries.get(entry.entryId);
    if (earlier !== undefined) {
      alarms.add(
        'repeated entries',
        `Entry ${entry.entryId} is there again on line ${record.line}; both are read as one.`,
      );
    }
    entries.set(entry.entryId, earlier === undefined ? entry : mergeEntries(earlier, entry));
  });
  if (!document.ok) return document;
  for (const path of document.unknown) check.noteOther(path);
  const rows = [...entries.values()];
  const flaw = renamedPart(check.renamed(list.usual)) ?? notWhole(alarms) ?? nothingReadable(rows);
  if (flaw !== null) return { ok: false, reason: `${file.name} ${flaw}.` };
  const { namespace, attributes } = document.root;
  if (!list.namespaces.includes(namespace)) {
    alarms.add('unknown namespaces', `${file.name} is in the namespace ${shown(namespace)}, not seen before.`);
  }
  const unknown = Object.keys(attributes).filter((name) => !list.rootAttributes.includes(name));
  for (const path of [...unknown.map((name) => `@${name}`), ...check.unknown()]) {
    alarms.add(
      'unknown elements',
      `${file.name} holds ${shown(path)}, which is not known of this list; it is not read.`,
    );
  }
  const stated = list.publishedIn === undefined ? undefined : attributes[list.publishedIn];
  const published = stated === undefined || isoDate(stated) === null ? null : stated;
  if (list.publishedIn !== undefined && published === null) {
    alarms.add('publication dates', `${file.name} does not state when it was made: ${list.publishedIn} is not a date.`);
  }
  return { ok: true, rows, alarms: alarms.all(), published };
}

const longestId = 100;

function reportFlaws({ entryId, names }: ParsedEntry, alarms: AlarmList): void {
  if (names.length === 0) alarms.add('entries without a name', `Entry ${entryId} has no name.`);
}

function renamedPart(renamed: { readonly known: string; readonly unknown: string } | null): string | null {
  if (renamed === null) return null;
  return `lacks ${shown(renamed.known)} and has ${shown(renamed.unknown)} instead: its layout has changed`;
}

/** Refuses a document in which most entries lack a name or a known type: it is not this list. */
function nothingReadable(rows: readonly ParsedEntry[]): string | null {
  if (rows.length < enoughEntries) return null;
  const most = (isFlawed: (entry: ParsedEntry) => boolean): boolean => rows.filter(isFlawed).length * 2 > rows.length;
  if (most(({ names }) => names.length === 0)) return 'has hardly an entry with a name: its layout has changed';
  if (most(({ entityType }) => entityType === 'unknown')) {
    return 'has hardly an entry of a known type: its layout has changed';
  }
  return null;
}

const enoughEntries = 20;
