import type { Assignment, LogRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { decodeChunk } from '../batch.ts';
import { createOverlay, runtimePrefix } from '../overlay.ts';
import type { AnyRestoration, Input, OutputRestoration, Processor, Restoring } from '../processor.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { pagesOf, rangeOf, readsOf } from './pages.ts';

/** There while the state of a partition is made: one that was cut short starts over. */
const underWayKey = `${runtimePrefix}restoring`;

/** Entries forgotten in one commit. */
const forgetEntries = 2_000;

export interface RestoreRequest {
  readonly partition: number;
  /** Everything that input below this offset caused is on the log. */
  readonly until: number;
  readonly assignment: Assignment;
  readonly supervision: Pick<Supervision, 'retry'>;
}

/**
 * Makes sure that a partition's state knows what is on the log, from the processor's own outputs: where there is no state,
 * and where other hosts have gone on. Such input is gone, or must not be folded twice: what was made of it then is what
 * counts. It is left unfinished when the partition becomes somebody else's.
 */
export async function ensureRestored(
  deps: Pick<RuntimeDeps, 'log' | 'codec' | 'logger'>,
  store: StateStore,
  processor: Pick<Processor<TopicName>, 'name' | 'input'>,
  restoration: AnyRestoration,
  request: RestoreRequest,
): Promise<void> {
  const { partition, assignment, supervision } = request;
  const reads = readsOf(deps.log, supervision, assignment);
  const position = store.position(processor.input, partition);
  const { low } = await rangeOf(reads, processor.input, partition);
  const isMissing = position === null || store.get(partition, underWayKey) !== undefined;
  const isBehind = position !== null && assignment.shared && (position < request.until || position < low);
  if (!isMissing && !isBehind) return;
  if (!(await forget(store, processor.input, request))) return;
  const overlay = createOverlay(store, partition);
  const flush = async (): Promise<boolean> => {
    overlay.keep();
    if (!assignment.isOwned()) return false;
    await store.commit({ partition, writes: overlay.writes(), positions: [], outputs: [] });
    overlay.committed();
    return true;
  };
  const restoring: Restoring = {
    partition,
    until: request.until,
    low,
    state: overlay,
    records: (topic, isWanted) => recordsOf({ ...deps, reads, supervision, flush }, topic, isWanted ?? partition),
  };
  // Topic and value are kept together by the restoration; TypeScript cannot follow that through the union.
  const next =
    'topic' in restoration
      ? await fromOutputs(restoration as unknown as OutputRestoration<TopicName>, restoring)
      : await restoration.restore(restoring);
  overlay.delete(underWayKey);
  overlay.keep();
  if (!assignment.isOwned()) return;
  const positions = [{ topic: processor.input, partition, next }];
  await store.commit({ partition, writes: overlay.writes(), positions, outputs: [] });
  if (next > 0) deps.logger.info({ processor: processor.name, partition, next }, 'state was restored from outputs');
}

/** Forgets the state of one partition; false when it is somebody else's meanwhile. */
async function forget(
  store: StateStore,
  input: TopicName,
  { partition, assignment }: RestoreRequest,
): Promise<boolean> {
  if (!assignment.isOwned()) return false;
  const positions = [{ topic: input, partition, next: 0 }];
  const underWay = new Map([[underWayKey, Buffer.from('true')]]);
  await store.commit({ partition, writes: underWay, positions, outputs: [] });
  for (;;) {
    if (!assignment.isOwned()) return false;
    const keys: string[] = [];
    for (const [key] of store.entries(partition, '')) {
      if (key !== underWayKey) keys.push(key);
      if (keys.length >= forgetEntries) break;
    }
    if (keys.length === 0) return true;
    const writes = new Map(keys.map((key) => [key, null]));
    await store.commit({ partition, writes, positions: [], outputs: [] });
  }
}

interface Source extends Pick<RuntimeDeps, 'codec'>, Pick<RestoreRequest, 'supervision'> {
  readonly reads: ReturnType<typeof readsOf>;
  readonly flush: () => Promise<boolean>;
}

/**
 * Decoded records of one partition, or of all those whose key is wanted, up to where the topic ends now; what was put
 * meanwhile is kept page by page.
 */
async function* recordsOf<T extends TopicName>(
  { reads, codec, supervision, flush }: Source,
  topic: T,
  wanted: number | ((key: string) => boolean),
): AsyncGenerator<Input<T>> {
  for (const { partition, low, end } of await reads.ranges(topic)) {
    if (typeof wanted === 'number' && partition !== wanted) continue;
    for await (const page of pagesOf(reads, { topic, partition, from: low, end })) {
      const isWanted = ({ key }: LogRecord): boolean =>
        typeof wanted === 'number' || wanted(key?.toString('utf8') ?? '');
      const records = page.records.filter(isWanted);
      await supervision.retry(() => codec.prepare(records.map((record) => record.value)));
      yield* decodeChunk<T>(codec, { ...page, records });
      if (!(await flush())) return;
    }
  }
}

/**
 * Folds outputs in the order of their causes. What the last cause made may be there in part only, unless it is known to be
 * done: it is left out then, and the processor decides it again, to the same outputs.
 */
async function fromOutputs(
  { topic, apply, causeOf }: OutputRestoration<TopicName>,
  { state, records, until, low }: Restoring,
): Promise<number> {
  let last = -1;
  let ofLast: Input<TopicName>[] = [];
  for await (const output of records(topic)) {
    const cause = causeOf(output.value);
    if (cause === last) {
      ofLast.push(output);
    } else if (cause < last) {
      // Written late, or once more: folded already.
      apply(state, output);
    } else {
      for (const one of ofLast) apply(state, one);
      ofLast = [output];
      last = cause;
    }
  }
  if (last >= Math.max(until, low)) return last;
  for (const one of ofLast) apply(state, one);
  return Math.max(until, last + 1);
}
