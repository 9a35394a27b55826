import type { Term } from '../../schemas/vocabulary.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import type { Extent, Feed, RegisterFeed, SanctionsFeed, SnapshotFile } from './feed.ts';
import type { EntryState, RowState, StoredState } from './feed-state.ts';
import { planRun } from './rows/plan-run.ts';
import type { RunCounts } from './rows/register-run.ts';
import { type FieldChanges, wholeRow } from './rows/row-diff.ts';
import type { RowChange } from './rows/row-lifecycle.ts';
import { planSanctionsRun } from './rows/sanctions-run.ts';

/** One line of `feeds diff`. */
export interface SnapshotRowEvent {
  readonly kind: 'added' | 'changed' | 'removed' | 'corrected' | 'editorial' | 'held';
  /** Id of the row or entry. */
  readonly row: string;
  /** The row's entity: LEI, or name and home state; for an entry, its id. */
  readonly key: string;
  /** Name of the entity in the row; null for an entry without a name. */
  readonly name: string | null;
  /** The file that has the row: both, the old or the new one. */
  readonly in: 'both' | 'old' | 'new';
  /** Rows of the new file that may be this held row of the old one. */
  readonly successors?: readonly string[];
  readonly fields: FieldChanges;
}

export type SnapshotDiff =
  | {
      readonly ok: true;
      readonly events: readonly SnapshotRowEvent[];
      /** Last line of `feeds diff`. Every row is counted once. */
      readonly counts: RunCounts & { readonly rows: { readonly old: number; readonly new: number } };
      readonly alarms: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Compares two snapshots of a feed with the parser, pairing and comparison of ingest, but without history. */
export function diffSnapshots(
  feed: Feed,
  before: readonly SnapshotFile[],
  after: readonly SnapshotFile[],
): SnapshotDiff {
  return feed.kind === 'register' ? diffRegisters(feed, before, after) : diffLists(feed, before, after);
}

function diffRegisters(
  feed: RegisterFeed,
  before: readonly SnapshotFile[],
  after: readonly SnapshotFile[],
): SnapshotDiff {
  const old = feed.parse(before);
  if (!old.ok) return old;
  const now = feed.parse(after);
  if (!now.ok) return now;
  const first = planRun(feed, [], old.rows, { captureId: contentId(before), asOf: 0, first: true });
  const stored: StoredState<RowState>[] = first.changes.map(({ rowId, row }) => ({ id: rowId, state: row }));
  const plan = planRun(feed, stored, now.rows, { captureId: contentId(after), asOf: 1, first: false });
  const nameColumn = feed.columns.find(({ meaning }) => meaning === 'legal_name')?.name ?? '';
  const stateColumn = feed.columns.find(({ meaning }) => meaning === 'country')?.name ?? '';
  return {
    ok: true,
    events: plan.changes.map((change) => rowEvent(change, nameColumn, stateColumn)),
    counts: { ...plan.counts, rows: { old: rowsIn(old), new: rowsIn(now) } },
    alarms: [...old.alarms, ...now.alarms, ...plan.alarms],
  };
}

/** Number of rows. A reduced file counts all of its records, although only the differing ones were read. */
const rowsIn = ({ rows, extent }: { readonly rows: readonly unknown[]; readonly extent?: Extent }): number =>
  extent?.records ?? rows.length;

function rowEvent(
  { rowId, event, row, facts, fields }: RowChange,
  nameColumn: string,
  stateColumn: string,
): SnapshotRowEvent {
  const kind = kinds[event];
  if (kind === undefined) throw new Error(`two snapshots without history cannot make a row ${event}`);
  const lacks = row.missingSince !== null;
  const side = lacks ? 'old' : event === 'added' || event === 'held' ? 'new' : 'both';
  const name = nameColumn === '' ? null : (facts.columns[nameColumn] ?? '');
  const key = facts.lei ?? `${name ?? ''}, ${facts.columns[stateColumn] ?? ''}`;
  const base = { kind, row: rowId, key, name, in: side } as const;
  return event === 'held' && lacks ? { ...base, successors: row.successorRowIds, fields } : { ...base, fields };
}

const kinds: Partial<Record<Term<'rowEvent'>, SnapshotRowEvent['kind']>> = {
  added: 'added',
  changed: 'changed',
  corrected: 'corrected',
  editorial: 'editorial',
  missing: 'removed',
  removed: 'removed',
  held: 'held',
};

function diffLists(feed: SanctionsFeed, before: readonly SnapshotFile[], after: readonly SnapshotFile[]): SnapshotDiff {
  const old = feed.parse(before);
  if (!old.ok) return old;
  const now = feed.parse(after);
  if (!now.ok) return now;
  const snapshot = { asOf: 0, first: true, partOf: () => '' };
  const stored: StoredState<EntryState>[] = planSanctionsRun([], old.rows, snapshot).changes.map((change) => ({
    id: change.entryId,
    state: change.entry,
  }));
  const plan = planSanctionsRun(stored, now.rows, snapshot);
  return {
    ok: true,
    events: plan.changes.map(({ entryId, kind, entry, before: earlier }) => {
      const side = kind === 'added' ? 'new' : kind === 'removed' ? 'old' : 'both';
      const fields =
        kind === 'changed' && earlier !== null
          ? changedCells(entryCells(earlier), entryCells(entry))
          : wholeRow(kind === 'added' ? 'after' : 'before', entryCells(entry));
      return { kind, row: entryId, key: entryId, name: entry.names[0]?.name ?? null, in: side, fields } as const;
    }),
    counts: {
      ...plan.counts,
      corrected: 0,
      editorial: 0,
      held: 0,
      rows: { old: old.rows.length, new: now.rows.length },
    },
    alarms: [...old.alarms, ...now.alarms, ...plan.alarms],
  };
}

/** An entry as text, one cell per kind of fact. */
const entryCells = (entry: EntryState): Readonly<Record<string, string>> => ({
  entityType: entry.entityType,
  names: entry.names.map(({ name }) => name).join(' | '),
  wallets: entry.wallets.map(({ ticker, address }) => `${ticker} ${address}`).join(' | '),
  identifiers: entry.identifiers.map(({ kind, value }) => `${kind} ${value}`).join(' | '),
  countries: entry.countries.join(' | '),
  programs: entry.programs.join(' | '),
  dates: entry.dates.join(' | '),
  listedOn: entry.listedOn ?? '',
  relations: entry.relations.map(({ role, name }) => `${role} ${name}`).join(' | '),
});

function changedCells(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): FieldChanges {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { before: before[name] ?? '', after: after[name] ?? '' }]));
}

const contentId = (files: readonly SnapshotFile[]): string =>
  sha256Hex(files.map(({ bytes }) => sha256Hex(bytes)).join());
