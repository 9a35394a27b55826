/** Turns planned changes into records and writes them to the feed's state. */
import type { CapturedArtifact } from '../../schemas/generated/records.ts';
import { emit, type Output } from '../runtime/processor.ts';
import type { Feed } from './feed.ts';
import type { FeedState } from './feed-state.ts';
import type { RowChange } from './rows/row-lifecycle.ts';
import type { EntryChange } from './rows/sanctions-run.ts';

/** The run that the records belong to. */
export interface EmittingRun {
  readonly runId: string;
  readonly asOf: number;
  readonly artifacts: readonly CapturedArtifact[];
}

/** Writes row changes. The evidence for a missing row is the file that lacks it. */
export function emitRows(feed: Feed, state: FeedState, run: EmittingRun, changes: readonly RowChange[]): Output[] {
  return changes.map(({ rowId, event, row, facts, file }) => {
    const artifactId = run.artifacts.find(({ name }) => name === file)?.sha256 ?? run.artifacts[0]?.sha256 ?? '';
    state.putRow(rowId, row.status === 'removed' ? null : row);
    const { lei, dtis, ffgs } = facts;
    const evidence = { asOf: run.asOf, runId: run.runId, artifactId, sourceHash: `sha256:${artifactId}` };
    return emit(
      'register.rows',
      { register: feed.manifest.id, rowId, event, ...row, lei, dtis, ffgs, ...evidence },
      run.asOf,
    );
  });
}

/** Writes entry changes. The evidence for a removed entry is the part of the snapshot that no longer has it. */
export function emitEntries(feed: Feed, state: FeedState, run: EmittingRun, changes: readonly EntryChange[]): Output[] {
  const byPart = new Map(run.artifacts.map((artifact) => [feed.partOf?.(artifact.name) ?? '', artifact]));
  return changes.map(({ entryId, kind, entry }) => {
    const { part, ...content } = entry;
    const artifactId = (byPart.get(part) ?? run.artifacts[0])?.sha256 ?? '';
    state.putEntry(entryId, kind === 'removed' ? null : entry);
    const status = kind === 'removed' ? 'removed' : 'listed';
    const evidence = { asOf: run.asOf, runId: run.runId, artifactId, sourceHash: `sha256:${artifactId}` };
    return emit('sanctions.entries', { list: feed.manifest.id, entryId, status, ...content, ...evidence }, run.asOf);
  });
}
