import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Extent, Wanted } from '../../ingest/feed.ts';
import type { TellRead } from '../../runtime/processor.ts';
import { type AlarmList, alarmList } from '../alarm-list.ts';
import type { FileKind, GleifRow } from './file-kind.ts';
import { FileRefused } from './file-refused.ts';
import { readRecords } from './read-records.ts';
import type { FileSummary, RecordSink } from './splitter.ts';
import { openContent } from './unpack.ts';

/** What a file holds of the LEIs that are wanted: small, and a function of the file's bytes and of these LEIs. */
export type Reduction =
  | {
      readonly ok: true;
      readonly extent: Extent;
      /** Time of the content that the file states. */
      readonly published: string | null;
      /** In the order of their keys. */
      readonly rows: readonly ReducedRow[];
      readonly alarms: readonly string[];
    }
  /** Why the file is none of its kind, as a predicate. */
  | { readonly ok: false; readonly reason: string };

export interface ReducedRow {
  readonly columns: Readonly<Record<string, string>>;
  readonly isDeleted: boolean;
}

/**
 * Reads a file of any size once, or once for every hop along its relationships, and keeps what is wanted, in RFC 8785 form.
 * A file that cannot be read is a result too; only what goes wrong beneath the file is thrown.
 */
export async function reduceFile(kind: FileKind, open: OpenBytes, wanted: Wanted, tell?: TellRead): Promise<Buffer> {
  let reduction: Reduction;
  try {
    reduction = await reduce(kind, await openContent(open), wanted, tell);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    reduction = { ok: false, reason: error.message };
  }
  return Buffer.from(canonicalJson(reduction), 'utf8');
}

async function reduce(kind: FileKind, open: OpenBytes, wanted: Wanted, tellRead?: TellRead): Promise<Reduction> {
  const alarms = alarmList();
  const rows = new Map<string, GleifRow>();
  const given = wanted.kind === 'all' ? null : wanted.leis;
  const covered = new Set(given ?? []);
  let looked: ReadonlySet<string> | null = given === null ? null : covered;
  let summary = await pass(kind, open, { looked, rows, alarms, tell: alarms, tellRead });
  const hops = wanted.kind === 'followed' ? kind.hops : 0;
  for (let hop = 1; hop < hops; hop += 1) {
    const next = [...rows.values()].flatMap(({ leadsTo }) =>
      leadsTo === null || covered.has(leadsTo) ? [] : [leadsTo],
    );
    if (next.length === 0) break;
    looked = new Set(next);
    for (const lei of looked) covered.add(lei);
    summary = await pass(kind, open, { looked, rows, alarms, tell: alarmList(), tellRead });
  }
  checkHeader(kind, summary, alarms);
  if (kind.expectsAll && wanted.kind === 'followed') {
    const found = new Set([...rows.values()].map(({ lei }) => lei));
    for (const lei of wanted.leis.filter((one) => !found.has(one))) {
      alarms.add('LEIs that are not in the file', `The file has no record of the LEI ${lei}.`);
    }
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ok: true,
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
  /** LEIs whose records are taken; null takes all. */
  readonly looked: ReadonlySet<string> | null;
  readonly rows: Map<string, GleifRow>;
  readonly alarms: AlarmList;
  /** For what is said of the file in every pass alike. */
  readonly tell: AlarmList;
  readonly tellRead: TellRead | undefined;
}

const pass = (
  kind: FileKind,
  open: OpenBytes,
  { looked, rows, alarms, tell, tellRead }: Pass,
): Promise<FileSummary> => {
  const sink: RecordSink = {
    wants: (lei) => looked === null || looked.has(lei),
    alarms: tell,
    take: (record) => {
      const row = kind.read(record, alarms);
      if (row === null) return;
      const known = rows.get(row.key);
      if (known !== undefined)
        alarms.add('repeated records', `The file has more than one record of ${row.key.slice(0, 120)}.`);
      if (known === undefined || !countsMore(known, row)) rows.set(row.key, row);
    },
  };
  return readRecords(open, kind.layout, sink, tellRead);
};

/** Of two records of one key: the one in force, else the one edited last, else the later one in the file. */
function countsMore(known: GleifRow, other: GleifRow): boolean {
  if (known.isCurrent !== other.isCurrent) return known.isCurrent;
  return Date.parse(known.updated) > Date.parse(other.updated);
}

/** A file of what changed, or of one issuer of LEIs, is no snapshot: what it leaves out would read as removed. */
function checkHeader({ layout }: FileKind, { content, announced, records }: FileSummary, alarms: AlarmList): void {
  if (content !== null && content !== 'GLEIF_FULL_PUBLISHED') {
    throw new FileRefused(
      `is ${content.slice(0, 60)} by its header; only GLEIF_FULL_PUBLISHED holds all ${layout.holds}.`,
    );
  }
  if (announced !== null && announced !== records) {
    alarms.add('counts', `Its header announces ${announced} records; it has ${records}.`);
  }
}
