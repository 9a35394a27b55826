/** A kind of file that GLEIF publishes: its layout, and how one of its records becomes a row. */
import type { AlarmList } from '../alarm-list.ts';
import { shown } from '../alarm-list.ts';
import type { GleifRecord } from './record.ts';
import type { Layout } from './splitter.ts';

/** A row read from a record. */
export interface GleifRow {
  /** LEI that decides whether the row is wanted. */
  readonly lei: string;
  /** Tells the row from every other of the file. */
  readonly key: string;
  readonly columns: Readonly<Record<string, string>>;
  /** When the publisher last edited the record, as published; of two records of one key the later counts. */
  readonly updated: string;
  /** The record carries GLEIF's mark of a deletion. */
  readonly isDeleted: boolean;
  /** Whether the record is in force: of two records of one key it counts more than one that is not. */
  readonly isCurrent: boolean;
  /** LEI that the row leads to: its rows are wanted as well. */
  readonly leadsTo: string | null;
}

export interface FileKind {
  readonly layout: Layout;
  /** Null when the record states nothing that is read. */
  readonly read: (record: GleifRecord, alarms: AlarmList) => GleifRow | null;
  /** How far relationships are followed from the LEIs that are wanted; 0 not at all. */
  readonly hops: number;
  /** Whether an LEI that is wanted and not in the file is worth an alarm. */
  readonly expectsAll: boolean;
}

/** A code as published; one that GLEIF's format does not have is told and kept. */
export function code(record: GleifRecord, path: string, known: readonly string[], alarms: AlarmList): string {
  const value = record.text(path);
  checkCode(path, value, known, alarms);
  return value;
}

/** Tells a code that GLEIF's format does not have. */
export function checkCode(path: string, value: string, known: readonly string[], alarms: AlarmList): void {
  if (value === '' || known.includes(value)) return;
  alarms.add('unknown codes', `${path} has the code ${shown(value)}, which is not known.`);
}

/** Day of a time as published. The zone is the publisher's own: it is not moved to another day. */
export const day = (time: string): string => (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(time) ? time.slice(0, 10) : time);

/** Tells elements that the format does not have; what extends a record is GLEIF's own and left out. */
export function checkElements(
  record: GleifRecord,
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

/** Members of a list in one cell. */
export const joined = (members: readonly string[]): string =>
  [...new Set(members.filter((member) => member !== ''))].join(' | ');
