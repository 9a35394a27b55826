import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Extent, RecordSelection } from '../../ingest/feed.ts';
import type { OnRead } from '../../runtime/processor.ts';
import { type AlarmList, alarmList } from '../alarm-list.ts';
import type { FileKind, RecordRow } from './file-kind.ts';
import { fileLimits, isItTheFile } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import { readRecords } from './read-records.ts';
import type { FileSummary, RecordSink } from './splitter.ts';
import { damageOf, openContent } from './unpack.ts';

/** The rows of the requested identifiers: small, and a function of the file's bytes and of these identifiers alone. */
export type Reduction =
  | {
      readonly ok: true;
      /** `part` of the kind of file. */
      readonly part?: string;
      readonly extent: Extent;
      /** Content date that the file states. */
      readonly published: string | null;
      /** Sorted by key. */
      readonly rows: readonly ReducedRow[];
      readonly alarms: readonly string[];
    }
  /** Why the file was refused, as a predicate. */
  | { readonly ok: false; readonly reason: string };

interface ReducedRow {
  readonly columns: Readonly<Record<string, string>>;
  readonly isDeleted: boolean;
}

/**
 * Reduces a file of any size to the requested rows, as canonical JSON (RFC 8785). Reads the file once, or once per hop
 * along its relationships. A refused file is a result too; only errors of the storage below it are thrown.
 */
export async function reduceFile(
  kind: FileKind,
  open: OpenBytes,
  wanted: RecordSelection,
  onRead?: OnRead,
): Promise<Buffer> {
  let reduction: Reduction;
  try {
    reduction = await reduce(kind, await openContent(open), wanted, onRead);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    reduction = { ok: false, reason: (await damageOf(open)) ?? error.message };
  }
  return Buffer.from(canonicalJson(reduction), 'utf8');
}

async function reduce(kind: FileKind, open: OpenBytes, wanted: RecordSelection, onRead?: OnRead): Promise<Reduction> {
  const alarms = alarmList();
  const rows = new Map<string, RecordRow>();
  const given = wanted.kind === 'all' ? null : wanted.ids;
  const covered = new Set(given ?? []);
  let requested: ReadonlySet<string> | null = given === null ? null : covered;
  let summary = await pass(kind, open, { requested, rows, alarms, fileAlarms: alarms, onRead });
  const hops = wanted.kind === 'followed' ? kind.hops : 0;
  for (let hop = 1; hop < hops; hop += 1) {
    const next = [...rows.values()].flatMap(({ leadsTo }) =>
      leadsTo === null || covered.has(leadsTo) ? [] : [leadsTo],
    );
    if (next.length === 0) break;
    requested = new Set(next);
    for (const id of requested) covered.add(id);
    summary = await pass(kind, open, { requested, rows, alarms, fileAlarms: alarmList(), onRead });
  }
  checkHeader(kind, summary, alarms);
  if (kind.expectsAll && wanted.kind === 'followed') {
    const found = new Set([...rows.values()].map(({ id }) => id));
    const { identifier } = kind.layout;
    for (const id of wanted.ids.filter((one) => !found.has(one))) {
      alarms.add(`${identifier}s that are not in the file`, `The file has no record of the ${identifier} ${id}.`);
    }
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ok: true,
    ...(kind.part === undefined ? {} : { part: kind.part }),
    extent: {
      records: summary.records,
      covered: given === null ? null : [...covered].sort(),
    },
    published: summary.published,
    rows: sorted.map(([, { columns, isDeleted }]) => ({ columns, isDeleted })),
    alarms: alarms.all(),
  };
}

interface Pass {
  /** Identifiers whose records the pass takes; null takes all. */
  readonly requested: ReadonlySet<string> | null;
  readonly rows: Map<string, RecordRow>;
  readonly alarms: AlarmList;
  /**
   * Receives alarms about the file itself. Every pass raises the same ones, so only those of the first pass are
   * reported.
   */
  readonly fileAlarms: AlarmList;
  readonly onRead: OnRead | undefined;
}

const pass = (
  kind: FileKind,
  open: OpenBytes,
  { requested, rows, alarms, fileAlarms, onRead }: Pass,
): Promise<FileSummary> => {
  const sink: RecordSink = {
    wants: (id) => requested === null || requested.has(id),
    alarms: fileAlarms,
    take: (record) => {
      const row = kind.read(record, alarms);
      if (row === null) return;
      const known = rows.get(row.key);
      if (known !== undefined)
        alarms.add('repeated records', `The file has more than one record of ${row.key.slice(0, 120)}.`);
      if (known === undefined || !winsOver(known, row)) rows.set(row.key, row);
      if (rows.size > fileLimits.large.rows) {
        throw new FileRefused(`has more than ${fileLimits.large.rows} rows of requested records. ${isItTheFile}`);
      }
    },
  };
  return readRecords(open, kind.layout, sink, onRead);
};

/**
 * Whether the known record wins over a later one with its key: the one in force wins, then the one edited last, then the
 * later one in the file.
 */
function winsOver(known: RecordRow, other: RecordRow): boolean {
  if (known.isCurrent !== other.isCurrent) return known.isCurrent;
  return Date.parse(known.updated) > Date.parse(other.updated);
}

/** Refuses files of a part of the records: rows that they leave out would read as removed. */
function checkHeader(
  { layout, wholeContent }: FileKind,
  { content, announced, records }: FileSummary,
  alarms: AlarmList,
): void {
  if (content !== null && wholeContent !== undefined && content !== wholeContent) {
    throw new FileRefused(`is ${content.slice(0, 60)} by its header; only ${wholeContent} holds all ${layout.holds}.`);
  }
  if (announced !== null && announced !== records) {
    alarms.add('counts', `Its header announces ${announced} records; it has ${records}.`);
  }
}
