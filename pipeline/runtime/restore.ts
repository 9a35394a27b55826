import type { Log } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { decodeChunk } from './batch.ts';
import { createOverlay, runtimePrefix } from './overlay.ts';
import type { Restoration } from './processor.ts';

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
  for (const { partition, low, end } of await deps.log.ranges(topic)) {
    let cause = -1;
    for (let next = low; next < end; ) {
      const records = await deps.log.read({ topic, partition, from: next, maxRecords: pageRecords });
      if (records.length === 0) break;
      await deps.codec.prepare(records.map((record) => record.value));
      const overlay = createOverlay(store, partition);
      for (const output of decodeChunk<T>(deps.codec, { topic, partition, records, end })) {
        apply(overlay, output);
        overlay.keep();
        cause = Math.max(cause, causeOf(output.value));
      }
      next = (records.at(-1)?.offset ?? end) + 1;
      const positions = cause < 0 ? [] : [{ topic: input, partition, next: cause + 1 }];
      await store.commit({ partition, writes: overlay.writes(), positions, outputs: [] });
    }
  }
}
