/** Names of an entry without what an encoding did to them. */
import { readRightly } from '../../registers/wrong-encodings.ts';
import { withoutEntities } from '../../text/html-entities.ts';
import type { ParsedEntry } from '../../ingest/feed.ts';
import { unsearchedOf } from '../../screening/names/search-bounds.ts';
import { type AlarmList, shown } from '../alarm-list.ts';
import { distinctNames } from './entry-lists.ts';
import { lineOf } from './line-of.ts';

/** What may be markup, an entity, or UTF-8 that was read in an encoding of one byte a letter. */
const mayBeWritten = /<[/A-Za-z]|&[#A-Za-z]|[\x80-\x9f]|[\xc2-\xf4][^\0-\x7f]/;

/** Decodes entities of HTML in names, and reads those in a wrong encoding in their own. A name that is damaged otherwise stays as published and raises an alarm. */
export function withReadableNames(entry: ParsedEntry, alarms: AlarmList): ParsedEntry {
  const decoded = entry.names.some(({ name }) => mayBeWritten.test(name))
    ? distinctNames(entry.names.map((listed) => ({ ...listed, name: readName(listed.name, entry.entryId, alarms) })))
    : entry.names;
  const stated = withoutPlaceholders(decoded, entry.entryId, alarms);
  for (const { name } of stated) {
    for (const unsearched of unsearchedOf(name)) {
      alarms.add('names of which a part is not searched', `${shown(name)}, in entry ${entry.entryId}: ${unsearched}`);
    }
    if (name.includes('\ufffd')) {
      alarms.add(
        'names with lost characters',
        `${shown(name)}, in entry ${entry.entryId}, lost characters at the source.`,
      );
    } else if (/&\s?#/.test(name)) {
      alarms.add(
        'names with entities',
        `${shown(name)}, in entry ${entry.entryId}, holds an entity that cannot be read.`,
      );
    }
  }
  return stated === entry.names ? entry : { ...entry, names: stated };
}

function readName(name: string, entryId: string, alarms: AlarmList): string {
  const plain = withoutMarkup(lineOf(withoutEntities(name)), entryId, alarms);
  const right = readRightly(plain);
  if (right === null) return plain;
  alarms.add(
    'names in another encoding',
    `${shown(plain)}, in entry ${entryId}, is ${shown(right)} in another encoding.`,
  );
  return lineOf(right);
}

/** A line that is broken divides two names. */
const lineBreak = /<(?:br|p|li|div)(?:\s[^<>]{0,200})?\/?>/gi;
const tag = /<\/?[a-z][a-z0-9]{0,20}(?:\s[^<>]{0,200})?\/?>/gi;

function withoutMarkup(name: string, entryId: string, alarms: AlarmList): string {
  if (!name.includes('<')) return name;
  const plain = lineOf(name.replaceAll(lineBreak, '; ').replaceAll(tag, ' '))
    .replace(/^(?:; ?)+/, '')
    .replace(/ ;/g, ';');
  if (plain === name || plain === '') return name;
  alarms.add('names with markup', `${shown(name)}, in entry ${entryId}, is read as ${shown(plain)}.`);
  return plain;
}

/** What lists print where a name is not known. */
const noName = /^(?:n\/a\.?|n\.a\.|none|null|nil|unknown|not known|not available|tb[cd]|[^\p{L}\p{N}]+)$/iu;

/** The names that are some; all of them where none is. */
function withoutPlaceholders(names: ParsedEntry['names'], entryId: string, alarms: AlarmList): ParsedEntry['names'] {
  if (!names.some(({ name }) => noName.test(name))) return names;
  const stated = names.filter(({ name }) => !noName.test(name));
  for (const { name } of names) {
    if (noName.test(name)) alarms.add('names that are none', `${shown(name)}, in entry ${entryId}, is no name.`);
  }
  return stated.length === 0 ? names : stated;
}
