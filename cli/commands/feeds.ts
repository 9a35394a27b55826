import { diffFiles } from './feeds-diff.ts';
import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import type { Feed } from '../../pipeline/ingest/feed.ts';
import type { ChainFeed } from '../../pipeline/ingest/chain/chain-feed.ts';
import { isSameSnapshot } from '../../pipeline/ingest/refusals.ts';
import { chainFeeds } from '../../pipeline/publishers/chain/chain-feeds.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { captureFromFiles, fetchSnapshot, isReduced } from '../../pipeline/publishers/snapshot.ts';
import type { FeedCapture, FeedRun } from '../../schemas/generated/records.ts';
import { lastFetches } from '../engine/tables-client.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { captureFromCassette } from '../feeds/chain-capture.ts';
import { captureById, feedById, lastAcceptedOf, lastCaptureOf, lastRuns, runCapture } from '../feeds/feed-runs.ts';
import { asOfFiles } from '../program/input/dated-files.ts';
import { openSnapshot } from '../program/input/given-files.ts';
import { table } from '../program/output/table.ts';
import { startProgress } from '../program/output/progress.ts';
import { userAgent } from '../program/version.ts';
import { declaredOnLog } from '../feeds/declared-counts.ts';
import { type FeedFailure, lastFailure } from '../feeds/last-failure.ts';
import { historyNote } from '../feeds/history-note.ts';
import { scheduledFeeds } from '../feeds/scheduled-feeds.ts';
import { unreadLines, unreadSources } from '../feeds/unread-sources.ts';
import { wantedIdentifiers } from '../registry/wanted-identifiers.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { counted } from '../program/output/counted.ts';

const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

export const feedsCommand = (): Command =>
  command('feeds')
    .addCommand(command('list', 'feeds, their source, schedule and last run').action(runs(listFeeds)))
    .addCommand(
      command('run', 'one run from files, or from the source')
        .argument('<feed>', 'id of the feed, see feeds list')
        .option('--file <path>', 'a file of the snapshot; give all files of the snapshot', collect, [])
        .option(
          '--as-of <iso>',
          'event time of the snapshot, or the word now; by default the date in a file name, else now',
        )
        .option('--force', 'pass the safety gates; recorded')
        .action(runs(runFeed)),
    )
    .addCommand(
      command('diff', 'compares two files of a feed, offline')
        .argument('<feed>', 'id of the feed, see feeds list')
        .argument('<old>', 'the earlier file')
        .argument('<new>', 'the later file')
        .action(runs(diffFiles)),
    );

async function listFeeds({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const fetched = scheduledFeeds(loaded.config.feeds, 'all');
    const fetches = await lastFetches(loaded.config);
    const last = new Map((await lastRuns(engine)).map((run) => [run.feed, run]));
    const rows = [...feeds.values()].map(({ kind, manifest }) => ({
      feed: manifest.id,
      kind,
      owner: manifest.owner,
      label: manifest.label,
      files: manifest.files,
      everySeconds: manifest.everyMs / 1000,
      fetched: fetched.includes(manifest.id),
      licence: manifest.licence,
      lastRun: asShown(last.get(manifest.id) ?? null),
      lastFailure: lastFailure(manifest.id, last.get(manifest.id) ?? null, fetches ?? []),
    }));
    const cells = rows.map((row) => [
      row.feed,
      row.label,
      row.fetched ? `${row.everySeconds / 60} min` : 'off: ATTESTRY_FEEDS',
      row.lastRun === null ? 'never ran' : `${row.lastRun.status} as of ${row.lastRun.asOf}`,
    ]);
    const unread = unreadLines(unreadSources(await declaredOnLog(engine), loaded.config));
    const shown = table(['feed', 'source', 'every', 'last run'], cells, out.width);
    out.result(rows, [shown, ...rows.flatMap(failureLine), ...unread].join('\n'));
    if (out.json) unread.forEach(out.note);
  } finally {
    await engine.close();
  }
}

const failureLine = (row: { readonly feed: string; readonly lastFailure: FeedFailure | null }): readonly string[] =>
  row.lastFailure === null
    ? []
    : [visibleText(`${row.feed} failed at ${row.lastFailure.at}: ${row.lastFailure.message}`)];

interface RunOptions {
  readonly file: readonly string[];
  readonly asOf?: string;
  readonly force?: boolean;
}

async function runFeed(context: Context, id: string, options: RunOptions): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const chain = chainFeeds.get(id);
  if (chain !== undefined) return runChain(context, chain, options);
  const feed = feedById(id);
  const { file, force = false } = options;
  if (file.length === 0 && options.asOf !== undefined) {
    throw new UsageError('--as-of belongs to --file: what is fetched now holds now');
  }
  const words = ['feeds', 'run', id, ...file.flatMap((path) => ['--file', path]), ...(force ? ['--force'] : [])];
  const asOf = asOfFiles({ asOf: options.asOf, files: file, words, now: clock() });
  const files = openSnapshot(feed, file, clock);
  const engine = await openEngine(loaded.config, logger);
  try {
    const capture =
      files.length > 0
        ? await captureFromFiles(feed, files, asOf, force, {
            artifacts: engine.artifacts,
            wanted: wantedIdentifiers(engine),
          })
        : await fetchCapture(context, engine, feed, force);
    await refuseGoingBack(engine, feed, capture);
    if (isReduced(feed) && capture.wanted.length === 0) {
      out.note(
        'no asset has an identifier that this feed could match: the file is checked, and no row of it is stored',
      );
    }
    const read = startProgress({ stream: process.stderr, clock, work: `reading ${feed.manifest.id}`, unit: 'records' });
    const run = await runCapture(engine, loaded.config, capture, clock(), read.at).finally(read.end);
    const counts = `${counted(run.rows, 'row')}: ${run.added} added, ${run.changed} changed, ${run.removed} removed, ${run.editorial} editorial, ${run.held} held`;
    for (const alarm of run.alarms) out.note(visibleText(`alarm: ${alarm}`));
    const history = historyNote(run, clock());
    if (history !== null) out.note(history);
    out.result(asShown(run), `${run.status} as of ${new Date(run.asOf).toISOString()}; ${counts}`);
    if (run.status === 'rejected') throw new CommandFailed(run.reason ?? 'rejected');
  } finally {
    await engine.close();
  }
}

async function runChain(
  { loaded, out, logger, clock }: Context,
  feed: ChainFeed,
  { file, asOf, force = false }: RunOptions,
): Promise<void> {
  const [path, ...more] = file;
  if (path === undefined || more.length > 0) {
    throw new UsageError(`${feed.manifest.id} takes one --file: a cassette; nodes are read by a running service`);
  }
  if (asOf !== undefined) throw new UsageError('--as-of is the time of the block, which the cassette names');
  const engine = await openEngine(loaded.config, logger);
  try {
    const capture = await captureFromCassette(engine, feed, { path, force, now: clock() });
    const run = await runCapture(engine, loaded.config, capture, clock());
    for (const alarm of run.alarms) out.note(visibleText(`alarm: ${alarm}`));
    const counts = `${counted(run.rows, 'asset')}: ${run.added} read first, ${run.changed} changed, ${run.removed} without a contract`;
    out.result(asShown(run), `${run.status} as of ${new Date(run.asOf).toISOString()}; ${counts}`);
    if (run.status === 'rejected') throw new CommandFailed(run.reason ?? 'rejected');
  } finally {
    await engine.close();
  }
}

async function fetchCapture(
  { loaded, clock }: Context,
  engine: Engine,
  feed: Feed,
  force: boolean,
): Promise<FeedCapture> {
  // Loaded here and not above: only a run from the source needs it.
  const { createGuardedFetch } = await import('../../infra/fetch/guarded-fetch.ts');
  const result = await fetchSnapshot(feed, await lastCaptureOf(engine, feed.manifest.id), {
    artifacts: engine.artifacts,
    fetch: createGuardedFetch({ allow: loaded.config.fetchAllow, userAgent: userAgent() }),
    clock,
    wanted: wantedIdentifiers(engine),
  });
  if (result.kind === 'failed') throw new CommandFailed(`${result.outcome}: ${result.message}`);
  return { ...result.capture, force };
}

/** The event times of a feed never decrease, and two captures of the same moment have the same content. */
async function refuseGoingBack(engine: Engine, feed: Feed, capture: FeedCapture): Promise<void> {
  const last = await lastAcceptedOf(engine, feed.manifest.id);
  if (last === null) return;
  const [asOf, lastAsOf] = [capture.asOf, last.asOf].map((time) => new Date(time).toISOString());
  if (capture.asOf < last.asOf) {
    throw new UsageError(
      `as of ${asOf ?? ''} lies before the last accepted run of ${feed.manifest.id}, as of ${lastAsOf ?? ''}`,
    );
  }
  if (capture.asOf === last.asOf && !(await holdsTheSame(engine, feed, capture, last.captureId))) {
    throw new UsageError(`${feed.manifest.id} has other bytes as of ${asOf ?? ''} already; give a later --as-of`);
  }
}

async function holdsTheSame(engine: Engine, feed: Feed, capture: FeedCapture, earlierId: string): Promise<boolean> {
  const earlier = await captureById(engine, earlierId);
  return earlier !== null && isSameSnapshot(feed, capture.artifacts, earlier.artifacts);
}

interface ShownRun extends Omit<FeedRun, 'asOf'> {
  readonly asOf: string;
}

function asShown(run: FeedRun): ShownRun;
function asShown(run: FeedRun | null): ShownRun | null;
function asShown(run: FeedRun | null): ShownRun | null {
  return run === null ? null : { ...run, asOf: new Date(run.asOf).toISOString() };
}
