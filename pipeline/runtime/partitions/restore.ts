import { refuseLost } from '../../../infra/log/lost-records.ts';
import type { Assignment, LogRecord } from '../../../infra/log/log.ts';
import type { StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { createOverlay, runtimePrefix } from '../overlay.ts';
import type { Input, Processor, Restoration } from '../processor.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { commitIfOwned } from './assignments.ts';
import { createReader, type Reader } from './reader.ts';

/** Present while a restore is under way; one that was interrupted starts over. */
const underWayKey = `${runtimePrefix}restoring`;

/** Entries deleted in one commit. */
const deletedEntries = 2_000;

export interface RestoreRequest {
  readonly partition: number;
  /** All outputs of input below this offset are on the log. */
  readonly until: number;
  readonly assignment: Assignment;
  readonly supervision: Pick<Supervision, 'retry'>;
}

/**
 * Rebuilds the state of a partition from the processor's own outputs where state is missing, or is behind what other
 * instances have emitted. Its input has expired or must not be folded twice, so the emitted outputs decide. Stops unfinished
 * when the partition is fenced.
 */
export async function ensureRestored(
  deps: Pick<RuntimeDeps, 'log' | 'codec' | 'logger'>,
  store: StateStore,
  processor: Pick<Processor<TopicName>, 'name' | 'input'>,
  restore: Restoration,
  request: RestoreRequest,
): Promise<void> {
  const { partition, assignment, supervision } = request;
  const reader = createReader(deps, supervision, assignment);
  const position = store.position(processor.input, partition);
  const { low } = await reader.range(processor.input, partition);
  const isMissing = position === null || store.get(partition, underWayKey) !== undefined;
  const isBehind = position !== null && assignment.shared && (position < request.until || position < low);
  if (!isMissing && !isBehind) return;
  if (!(await clear(store, processor.input, request))) return;
  const overlay = createOverlay(store, partition);
  const flush = async (): Promise<boolean> => {
    overlay.keep();
    if (!(await commitState(store, request, overlay.writes()))) return false;
    overlay.committed();
    return true;
  };
  const next = await restore({
    partition,
    until: request.until,
    low,
    state: overlay,
    records: (topic, isWanted) => recordsOf(reader, flush, topic, isWanted ?? partition),
  });
  overlay.delete(underWayKey);
  overlay.keep();
  const positions = [{ topic: processor.input, partition, next }];
  if (!(await commitState(store, request, overlay.writes(), positions))) return;
  if (next > 0) deps.logger.info({ processor: processor.name, partition, next }, 'state was restored from outputs');
}

const commitState = (
  store: StateStore,
  { partition, supervision, assignment }: RestoreRequest,
  writes: StateCommit['writes'],
  positions: StateCommit['positions'] = [],
): Promise<boolean> => commitIfOwned(supervision, store, { assignment }, { partition, writes, positions, outputs: [] });

/** Deletes the state of a partition; false if it is fenced meanwhile. */
async function clear(store: StateStore, input: TopicName, request: RestoreRequest): Promise<boolean> {
  const { partition } = request;
  const positions = [{ topic: input, partition, next: 0 }];
  const underWay = new Map([[underWayKey, Buffer.from('true')]]);
  if (!(await commitState(store, request, underWay, positions))) return false;
  for (;;) {
    const keys: string[] = [];
    for (const [key] of store.entries(partition, '')) {
      if (key !== underWayKey) keys.push(key);
      if (keys.length >= deletedEntries) break;
    }
    if (keys.length === 0) return true;
    if (!(await commitState(store, request, new Map(keys.map((key) => [key, null]))))) return false;
  }
}

/**
 * Decoded records of one partition, or those of all partitions whose key is wanted, up to the current end of the topic. State
 * that the reader puts is committed page by page.
 */
async function* recordsOf<T extends TopicName>(
  reader: Reader,
  flush: () => Promise<boolean>,
  topic: T,
  wanted: number | ((key: string) => boolean),
): AsyncGenerator<Input<T>> {
  const isWanted = ({ key }: LogRecord): boolean => typeof wanted === 'number' || wanted(key?.toString('utf8') ?? '');
  for (const { partition, low, end, lost } of await reader.ranges(topic)) {
    if (typeof wanted === 'number' && partition !== wanted) continue;
    refuseLost(topic, { partition, low, lost }, 0);
    for await (const { inputs } of reader.decoded({ topic, partition, from: low, end }, isWanted)) {
      yield* inputs;
      if (!(await flush())) return;
    }
  }
}
