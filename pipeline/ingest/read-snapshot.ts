import type { CapturedArtifact } from '../../schemas/generated/records.ts';
import { failedGates, olderContent, partOfList } from './gates.ts';
import type { Extent, Feed, ParseResult, ParsedEntry, ParsedRow, SnapshotFile } from './feed.ts';
import type { AcceptedRun, Coverage, FeedState } from './feed-state.ts';
import { type EmittingRun, emitEntries, emitRows } from './emit-rows.ts';
import { planRun } from './rows/plan-run.ts';
import type { RunCounts, SnapshotInfo } from './rows/register-run.ts';
import type { RowChange } from './rows/row-lifecycle.ts';
import { type EntryChange, planSanctionsRun } from './rows/sanctions-run.ts';
import type { Output } from '../runtime/processor.ts';

/** A parsed snapshot, compared with the last accepted one. Only `write` changes the state. */
export interface ReadSnapshot {
  readonly ok: true;
  readonly rows: number;
  readonly counts: RunCounts;
  readonly alarms: readonly string[];
  /** Failed safety gates, one sentence each. */
  readonly failures: readonly string[];
  /** Date of the content as stated by the source. */
  readonly published: string | null;
  /** Extent of a reduced file; null for a file that was read in full. */
  readonly extent: Extent | null;
  readonly write: (run: EmittingRun) => Output[];
}

export interface SnapshotToRead {
  readonly captureId: string;
  readonly asOf: number;
  readonly files: readonly SnapshotFile[];
  /** Whether the files were fetched, and not given by hand. */
  readonly isFetched: boolean;
  /** The last accepted snapshot. */
  readonly last: Pick<AcceptedRun, 'rows' | 'published'> | undefined;
}

/** Parses a snapshot strictly and plans the changes of the feed's rows or entries. */
export function readSnapshot(
  feed: Feed,
  state: FeedState,
  snapshot: SnapshotToRead,
): ReadSnapshot | { readonly ok: false; readonly reason: string } {
  return feed.kind === 'register' ? readRegister(feed, state, snapshot) : readList(feed, state, snapshot);
}

function readRegister(
  feed: Extract<Feed, { kind: 'register' }>,
  state: FeedState,
  { captureId, asOf, files, last: accepted }: SnapshotToRead,
): ReadSnapshot | { readonly ok: false; readonly reason: string } {
  const parsed: ParseResult<ParsedRow> = feed.parse(files);
  if (!parsed.ok) return parsed;
  const { extent } = parsed;
  const last = state.coverage();
  const snapshot = { captureId, asOf, first: accepted === undefined, ...coveredBy(extent, last) };
  const { counts, changes, vanished, vanishedOf, alarms } = planRun(feed, state.rows(), parsed.rows, snapshot);
  // The gates measure a reduced file by all of its records, not only by the requested ones.
  const measure =
    extent === undefined
      ? { before: accepted?.rows ?? null, after: parsed.rows.length, vanished }
      : {
          before: last?.records ?? null,
          after: extent.records,
          vanished,
          ...(vanishedOf === undefined ? {} : { vanishedOf }),
        };
  return {
    ok: true,
    rows: parsed.rows.length,
    counts,
    alarms: [...parsed.alarms, ...alarms],
    failures: [
      ...failedGates(feed.manifest, measure),
      ...olderContent(parsed.published ?? null, accepted?.published ?? null),
    ],
    published: parsed.published ?? null,
    extent: extent ?? null,
    write: (run) => emitRows(feed, state, run, changes satisfies readonly RowChange[]),
  };
}

function coveredBy(
  extent: Extent | undefined,
  last: Coverage | undefined,
): Pick<SnapshotInfo, 'covered' | 'coveredBefore'> {
  return {
    ...(extent === undefined || extent.covered === null ? {} : { covered: new Set(extent.covered) }),
    ...(last === undefined || last.covered === null ? {} : { coveredBefore: new Set(last.covered) }),
  };
}

function readList(
  feed: Extract<Feed, { kind: 'sanctions' }>,
  state: FeedState,
  { asOf, files, isFetched, last: accepted }: SnapshotToRead,
): ReadSnapshot | { readonly ok: false; readonly reason: string } {
  const parsed: ParseResult<ParsedEntry> = feed.parse(files);
  if (!parsed.ok) return parsed;
  const plan = planSanctionsRun(state.entries(), parsed.rows, {
    asOf,
    first: accepted === undefined,
    partOf: partOfEntry(feed, files),
  });
  const measure = {
    before: accepted?.rows ?? null,
    after: parsed.rows.length,
    vanished: plan.counts.removed,
    isFetched,
  };
  return {
    ok: true,
    rows: parsed.rows.length,
    counts: { ...plan.counts, corrected: 0, editorial: 0, held: 0 },
    alarms: [...parsed.alarms, ...plan.alarms, ...partOfList(feed.manifest, measure)],
    failures: [
      ...failedGates(feed.manifest, measure),
      ...olderContent(parsed.published ?? null, accepted?.published ?? null),
    ],
    published: parsed.published ?? null,
    extent: null,
    write: (run) => emitEntries(feed, state, run, plan.changes satisfies readonly EntryChange[]),
  };
}

/** Part of the file that an entry was read from. An entry without a file name belongs to the first file. */
export const partOfEntry =
  (feed: Feed, files: readonly Pick<CapturedArtifact, 'name'>[]) =>
  (file: string | undefined): string =>
    feed.partOf?.(file ?? files[0]?.name ?? '') ?? '';
