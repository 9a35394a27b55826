import type { FeedCapture } from '../../schemas/generated/records.ts';
import {
  type ArtifactNeed,
  type Input,
  type KeyedState,
  ok,
  type Output,
  park,
  type Result,
} from '../runtime/processor.ts';
import { type ArtifactBytes, filesOf, needOf } from './artifact-bytes.ts';
import type { ChainTable } from './chain/chain-feed.ts';
import { ingestChain } from './chain/ingest-chain.ts';
import { emitRows } from './emit-rows.ts';
import type { Feed, FeedTable, SnapshotFile } from './feed.ts';
import { type AcceptedRun, type FeedState, feedState, wantedOf } from './feed-state.ts';
import { isReadAgain, readAgain } from './read-again.ts';
import { readSnapshot } from './read-snapshot.ts';
import { isSameSnapshot, refusalOf } from './refusals.ts';
import { planUnchangedRun } from './rows/row-lifecycle.ts';
import { runRecord } from './run-record.ts';
import { runIdOf } from './snapshot-ids.ts';

export interface IngestContext {
  readonly feeds: FeedTable;
  /** Absent: captures of chains are parked. */
  readonly chains?: ChainTable;
}

/** Artifacts that the fold of a capture reads: none when the capture equals the last accepted one. */
export const artifactsOf =
  ({ feeds, chains }: IngestContext) =>
  (keyed: KeyedState, capture: FeedCapture): readonly ArtifactNeed[] => {
    if (chains?.has(capture.feed) === true) return capture.artifacts.map(({ sha256 }) => sha256);
    const feed = feeds.get(capture.feed);
    if (feed === undefined) return [];
    const state = feedState(keyed, capture.feed);
    const last = state.accepted();
    const read = last !== undefined && isUnchanged(feed, state, capture, last) ? [] : capture.artifacts;
    const again = last === undefined || !isReadAgain(feed, last) ? [] : last.artifacts;
    const needs = [
      ...again.map((artifact) => needOf(feed, artifact, wantedOf(state))),
      ...read.map((artifact) => needOf(feed, artifact, capture.wanted)),
    ];
    return [...new Map(needs.map((need) => [typeof need === 'string' ? need : need.key, need])).values()];
  };

/**
 * The fold of a feed's captures. It parses a capture strictly, recognises the rows of the last accepted snapshot in it,
 * applies the safety gates, and emits rows or entries with one `feed.runs` record. A capture that is not accepted only
 * emits its `feed.runs` record. The first accepted snapshot is a baseline: every row counts as added and is marked
 * `inFirstSnapshot`.
 */
export const ingestCapture =
  ({ feeds, chains }: IngestContext) =>
  (keyed: KeyedState, input: Input<'feed.captures'>, artifacts: ArtifactBytes): Result => {
    const capture = input.value;
    const chain = chains?.get(capture.feed);
    if (chain !== undefined) return ok(ingestChain(chain, keyed, input, artifacts));
    const feed = feeds.get(capture.feed);
    if (feed === undefined)
      return park(
        `There is no feed ${capture.feed}; known are ${[...feeds.keys(), ...(chains?.keys() ?? [])].join(', ')}.`,
      );
    const state = feedState(keyed, capture.feed);
    const again = readAgain(feed, state, artifacts, input.timestamp);
    const last = state.accepted();
    const refusal = refusalOf(feed, capture, last, input.timestamp) ?? (capture.force ? null : again.refusal);
    const outputs =
      refusal !== null
        ? [runRecord(feed, input.value, input.timestamp, { status: 'rejected', reason: refusal })]
        : last !== undefined && isUnchanged(feed, state, capture, last)
          ? unchanged(feed, state, input, last)
          : read(feed, state, input, last, filesOf(feed, capture, artifacts));
    return ok([...again.outputs, ...outputs]);
  };

/** Whether the capture has the same bytes and requests the same identifiers as the last accepted one. */
const isUnchanged = (feed: Feed, state: FeedState, capture: FeedCapture, last: AcceptedRun): boolean =>
  isSameSnapshot(feed, capture.artifacts, last.artifacts) && capture.wanted.join() === wantedOf(state).join();

function read(
  feed: Feed,
  state: FeedState,
  input: Input<'feed.captures'>,
  last: AcceptedRun | undefined,
  files: readonly SnapshotFile[],
): readonly Output[] {
  const { captureId, asOf, artifacts, force, obtained } = input.value;
  const snapshot = readSnapshot(feed, state, { captureId, asOf, files, isFetched: obtained === 'fetched', last });
  if (!snapshot.ok)
    return [runRecord(feed, input.value, input.timestamp, { status: 'rejected', reason: snapshot.reason })];
  const { rows, counts, alarms, failures, published } = snapshot;
  if (failures.length > 0 && !force) {
    const reason = `${artifacts.map(({ name }) => name).join(', ')}: ${failures.join(' ')}`;
    return [runRecord(feed, input.value, input.timestamp, { status: 'rejected', reason, rows, alarms })];
  }
  const { parserVersion } = feed.manifest;
  const run = { runId: runIdOf(captureId, parserVersion, 'accepted'), asOf, artifacts };
  state.accept({ captureId, asOf, seenAsOf: asOf, rows, published, parserVersion, artifacts });
  if (snapshot.extent !== null) state.cover({ wanted: input.value.wanted, ...snapshot.extent });
  const forced = failures.length > 0;
  return [
    ...snapshot.write(run),
    runRecord(feed, input.value, input.timestamp, { status: 'accepted', rows, alarms, forced, ...counts }),
  ];
}

/** Repeated bytes change no row, but missing or held rows may now have reached their time limit. */
function unchanged(feed: Feed, state: FeedState, input: Input<'feed.captures'>, last: AcceptedRun): readonly Output[] {
  const { captureId, asOf, artifacts } = input.value;
  state.accept({ ...last, seenAsOf: asOf });
  const run = { runId: runIdOf(captureId, feed.manifest.parserVersion, 'unchanged'), asOf, artifacts };
  const changes = feed.kind === 'register' ? planUnchangedRun(feed, state.openRows(), asOf) : [];
  return [
    ...emitRows(feed, state, run, changes),
    runRecord(feed, input.value, input.timestamp, { status: 'unchanged', rows: last.rows }),
  ];
}
