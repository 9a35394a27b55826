/** A kind of large file: its layout, and how to read one of its records into a row. */
import { isPlaceholderDay, isPlaceholderText } from '../../registers/placeholder-dates.ts';
import type { AlarmList } from '../alarm-list.ts';
import { shown } from '../alarm-list.ts';
import type { SourceRecord } from './record.ts';
import type { Layout } from './splitter.ts';

/** A row read from a record. */
export interface RecordRow {
  /** Identifier that decides whether the reduction includes the row. */
  readonly id: string;
  /** Identifies the row within the file. */
  readonly key: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Time of the publisher's last edit, as published. Of two records with one key, the later edit wins. */
  readonly updated: string;
  /** The source marks the record as deleted. */
  readonly isDeleted: boolean;
  /** Whether the record is in force. Of two records with one key, the one in force wins. */
  readonly isCurrent: boolean;
  /** Identifier that the row refers to. The reduction includes its rows as well. */
  readonly leadsTo: string | null;
}

export interface FileKind {
  readonly layout: Layout;
  /** The only content, as stated in the header, that holds every record; absent: the header states none. */
  readonly wholeContent?: string;
  /** Part of the source's data that the file is; absent: all of it. */
  readonly part?: string;
  /** Null when the record holds nothing that the parser takes. */
  readonly read: (record: SourceRecord, alarms: AlarmList) => RecordRow | null;
  /** Number of relationships to follow from each requested identifier; 0 follows none. */
  readonly hops: number;
  /** Whether a requested identifier that the file lacks raises an alarm. */
  readonly expectsAll: boolean;
}

/** A code as published. A code that the format does not define raises an alarm and stays in the row. */
export function code(record: SourceRecord, path: string, known: readonly string[], alarms: AlarmList): string {
  const value = record.text(path);
  checkCode(path, value, known, alarms);
  return value;
}

/** Raises an alarm for a code that the format does not define. */
export function checkCode(path: string, value: string, known: readonly string[], alarms: AlarmList): void {
  if (value === '' || known.includes(value)) return;
  alarms.add('unknown codes', `${path} has the code ${shown(value)}, which is not known.`);
}

/** Date part of a published time, in the publisher's own time zone: converting it could shift the day. */
export const day = (time: string): string => (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(time) ? time.slice(0, 10) : time);

/** The same; blank, with an alarm, where the day only fills a place: 9999-12-31 is no end. */
export function statedDay(path: string, time: string, alarms: AlarmList): string {
  const stated = day(time);
  if (stated === '' || !(isPlaceholderDay(stated) || isPlaceholderText(stated))) return stated;
  alarms.add('placeholders', `${path} has ${shown(time)}, which stands for no date.`);
  return '';
}

/** Raises an alarm for elements that the format does not define. Skips `Extension`, whose content GLEIF defines itself. */
export function checkElements(
  record: SourceRecord,
  known: Readonly<Record<string, readonly string[]>>,
  alarms: AlarmList,
): void {
  for (const [path, names] of Object.entries(known)) {
    for (const name of record.namesBelow(path)) {
      if (names.includes(name) || name === 'Extension' || name === 'NextVersion') continue;
      alarms.add(
        'unknown elements',
        `The element ${shown(path === '' ? name : `${path}.${name}`)} is not known; it is not read.`,
      );
    }
  }
}

/** Writes the members of a list into one cell. */
export const joined = (members: readonly string[]): string =>
  [...new Set(members.filter((member) => member !== ''))].join(' | ');
