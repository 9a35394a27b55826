import { ownJson } from '../../../schemas/stored-value.ts';
import type { ParseResult, ParsedRow, SnapshotFile } from '../../ingest/feed.ts';
import { firdsColumns } from '../../registers/firds-columns.ts';
import type { Reduction } from '../large-files/reduce-file.ts';
import { type FirdsName, missingParts, readFileName } from './file-names.ts';

interface ReadFile {
  readonly name: string;
  readonly is: FirdsName;
  readonly reduction: Extract<Reduction, { readonly ok: true }>;
}

/**
 * Rows of a snapshot: the full files of a day, and the deltas since, applied in order. A delta alone proves no absence and is
 * refused. `files` holds the reductions.
 */
export function parseSnapshot(files: readonly SnapshotFile[]): ParseResult<ParsedRow> {
  const read: ReadFile[] = [];
  for (const file of files) {
    const one = readFile(file);
    if (typeof one === 'string') return { ok: false, reason: one };
    read.push(one);
  }
  const problem = incomplete(read);
  if (problem !== null) return { ok: false, reason: problem };
  const full = read.filter(({ is }) => is.isFull);
  const deltas = read.filter(({ is }) => !is.isFull).sort(inOrder);
  const rows = new Map<string, ParsedRow>();
  for (const { name, reduction } of [...full, ...deltas]) {
    for (const { columns, isDeleted } of reduction.rows) {
      rows.set(columns[firdsColumns.isin] ?? '', { columns, file: name, ...(isDeleted ? { isDeleted } : {}) });
    }
  }
  return {
    ok: true,
    rows: [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    alarms: read.flatMap(({ name, reduction }) => reduction.alarms.map((alarm) => `${name}: ${alarm}`)),
    published:
      read
        .flatMap(({ reduction }) => reduction.published ?? [])
        .sort()
        .at(-1) ?? null,
    // Deltas add up until the next full file, so they are no measure of the size of the source.
    extent: {
      records: full.reduce((sum, { reduction }) => sum + reduction.extent.records, 0),
      covered: full[0]?.reduction.extent.covered ?? null,
    },
  };
}

function readFile({ name, bytes }: SnapshotFile): ReadFile | string {
  const is = readFileName(name);
  if (is === null) {
    return `${name} is not named as ESMA names its files, for example FULINS_D_20260117_01of03.zip: kind, day and part of a file are in its name.`;
  }
  const reduction = ownJson<Reduction>(bytes);
  if (!reduction.ok) return `${name} ${reduction.reason}`;
  const part = is.isFull ? 'full' : 'delta';
  return reduction.part === part ? { name, is, reduction } : `${name} is no ${part} file by its content.`;
}

function incomplete(files: readonly ReadFile[]): string | null {
  const days = [...new Set(files.flatMap(({ is }) => (is.isFull ? [is.day] : [])))].sort();
  const [day, ...more] = days;
  if (day === undefined) {
    return 'The snapshot has no full file (FULINS): a delta alone does not list all instruments.';
  }
  if (more.length > 0) return `The snapshot holds full files of several days: ${days.join(', ')}.`;
  const missing = missingParts(files.map(({ is }) => is));
  if (missing.length > 0) return `The snapshot lacks ${missing.join('; ')}.`;
  const earlier = files.find(({ is }) => is.day < day);
  return earlier === undefined ? null : `${earlier.name} is older than the full files, which are of ${day}.`;
}

const inOrder = ({ is: one }: ReadFile, { is: other }: ReadFile): number =>
  one.day === other.day ? one.part - other.part : one.day < other.day ? -1 : 1;
