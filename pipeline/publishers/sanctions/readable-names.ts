/** Names of an entry without what an encoding did to them. */
import { withoutEntities } from '../../text/html-entities.ts';
import type { ParsedEntry } from '../../ingest/feed.ts';
import { type AlarmList, shown } from '../alarm-list.ts';
import { distinctNames } from './entry-lists.ts';
import { lineOf } from './line-of.ts';

const mayHaveEntity = /&[#A-Za-z]/;

/** Decodes entities of HTML in names. A name that is damaged otherwise stays as published and raises an alarm. */
export function withReadableNames(entry: ParsedEntry, alarms: AlarmList): ParsedEntry {
  const decoded = entry.names.some(({ name }) => mayHaveEntity.test(name))
    ? distinctNames(entry.names.map((listed) => ({ ...listed, name: lineOf(withoutEntities(listed.name)) })))
    : entry.names;
  for (const { name } of decoded) {
    if (name.includes('\ufffd')) {
      alarms.add(
        'names with lost characters',
        `${shown(name)}, in entry ${entry.entryId}, lost characters at the source.`,
      );
    } else if (name.includes('&#')) {
      alarms.add(
        'names with entities',
        `${shown(name)}, in entry ${entry.entryId}, holds an entity that cannot be read.`,
      );
    }
  }
  return decoded === entry.names ? entry : { ...entry, names: decoded };
}
