import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { type AlarmList, alarmList } from '../../alarm-list.ts';
import { countryReader } from '../country-reader.ts';
import { withReadableNames } from '../readable-names.ts';
import { type Part, readParts } from './parts.ts';
import { programReader, readEntry, type Reading, type RowsByEntry } from './read-entry.ts';

/**
 * Entries of OFAC's SDN list from its CSV files (OFAC data specification, 2023): sdn.csv, and aliases, addresses and
 * continued remarks where the snapshot has their files. An entry's id is its number.
 */
export function parse(files: readonly SnapshotFile[]): ParseResult<ParsedEntry> {
  const alarms = alarmList();
  const parts = readParts(files, alarms);
  if (!parts.ok) return parts;
  const { sdn, alt, add, sdn_comments: comments } = parts.parts;
  const ids = new Set(sdn.records.map(([id = '']) => id));
  const reading: Reading = {
    aliases: byEntry(alt, ids, 'aliases', alarms),
    addresses: byEntry(add, ids, 'addresses', alarms),
    comments: byEntry(comments, ids, 'comments', alarms),
    countries: countryReader(alarms),
    programs: programReader(),
    alarms,
    file: sdn.file,
    cut: [],
  };
  if (ids.size < sdn.records.length) return { ok: false, reason: `${sdn.file} ${repeatedIn(sdn)}` };
  const rows = sdn.records.map((cells) => withReadableNames(readEntry(cells, reading), alarms));
  if (rows.length > 20 && rows.filter(({ entityType }) => entityType === 'unknown').length * 2 > rows.length) {
    return { ok: false, reason: `${sdn.file} has no SDN type in its third column: it is another table.` };
  }
  reportCut(reading.cut, comments, alarms);
  return { ok: true, rows, alarms: alarms.all() };
}

function byEntry(part: Part | undefined, ids: ReadonlySet<string>, what: string, alarms: AlarmList): RowsByEntry {
  const found = new Map<string, (readonly string[])[]>();
  for (const cells of part?.records ?? []) {
    const id = cells[0] ?? '';
    if (!ids.has(id)) {
      alarms.add(`${what} of unknown entries`, `${part?.file ?? ''} has ${what} of entry ${id}, which the list lacks.`);
      continue;
    }
    const known = found.get(id);
    if (known === undefined) found.set(id, [cells]);
    else known.push(cells);
  }
  return found;
}

function reportCut(cut: readonly string[], comments: Part | undefined, alarms: AlarmList): void {
  if (cut.length === 0) return;
  const [first = ''] = cut;
  const which = cut.length === 1 ? `entry ${first} are` : `${cut.length} entries, ${first} the first, are`;
  const where =
    comments === undefined ? 'sdn_comments.csv is not in the snapshot' : `${comments.file} lacks their rest`;
  alarms.add('cut remarks', `The remarks of ${which} cut off and ${where}: what they go on to state is not read.`);
}

function repeatedIn({ records }: Part): string {
  const seen = new Set<string>();
  const twice = records.find(([id = '']) => seen.size === seen.add(id).size);
  return `has entry ${twice?.[0] ?? ''} twice: files were joined.`;
}
