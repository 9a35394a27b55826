import type { Log } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { decodeChunk } from '../runtime/batch.ts';
import { createOverlay, runtimePrefix } from '../runtime/overlay.ts';
import type { Restoration } from '../runtime/processor.ts';
import { chunksUpTo } from './refold.ts';

const pageRecords = 500;

const markKey = `${runtimePrefix}restored`;

/**
 * Makes sure that the state is this version's: unless it is marked as complete, it is folded again from the processor's
 * own outputs, and the input goes on behind the last record that caused one. Cut short, it starts over.
 */
export async function ensureRestored<T extends TopicName>(
  deps: { readonly log: Log; readonly codec: Codec },
  store: StateStore,
  processor: { readonly input: TopicName; readonly stateVersion: number; readonly restoration: Restoration<T> },
): Promise<void> {
  const mark = String(processor.stateVersion);
  if (store.get(0, markKey)?.toString('utf8') === mark) return;
  await store.reset(processor.stateVersion);
  await foldOutputs(deps, store, processor.input, processor.restoration);
  await store.commit({ partition: 0, writes: new Map([[markKey, Buffer.from(mark)]]), positions: [], outputs: [] });
}

async function foldOutputs<T extends TopicName>(
  deps: { readonly log: Log; readonly codec: Codec },
  store: StateStore,
  input: TopicName,
  { topic, apply, causeOf }: Restoration<T>,
): Promise<void> {
  const causes = new Map<number, number>();
  const ends = new Map((await deps.log.ranges(topic)).map(({ partition, end }) => [partition, end]));
  const request = { topic, maxRecords: pageRecords, endOf: (partition: number) => ends.get(partition) ?? 0 };
  for await (const chunk of chunksUpTo(deps.log, request)) {
    const { partition } = chunk;
    await deps.codec.prepare(chunk.records.map((record) => record.value));
    const overlay = createOverlay(store, partition);
    for (const output of decodeChunk<T>(deps.codec, chunk)) {
      apply(overlay, output);
      overlay.keep();
      causes.set(partition, Math.max(causes.get(partition) ?? -1, causeOf(output.value)));
    }
    const cause = causes.get(partition);
    const positions = cause === undefined ? [] : [{ topic: input, partition, next: cause + 1 }];
    await store.commit({ partition, writes: overlay.writes(), positions, outputs: [] });
  }
}
