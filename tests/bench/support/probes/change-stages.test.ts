import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { followStages } from '../../../../bench/support/probes/change-stages.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import { withVirtualTime } from '../../../support/virtual-time.ts';

interface Chunk {
  readonly partition: number;
  readonly records: readonly { readonly offset: number; readonly value: Buffer | null }[];
}

/** An engine whose log has the change that a record is the JSON of, and whose sink has inserted them all. */
function engineOf(chunks: { onChunk: (chunk: Chunk) => Promise<void> }): Engine {
  return {
    log: {
      ranges: async () => [{ partition: 0, low: 0, end: 0 }],
      consume: ({ onChunk }: typeof chunks) => {
        chunks.onChunk = onChunk;
        return { stop: async () => undefined };
      },
    },
    codec: {
      prepare: async () => undefined,
      decode: (_: string, value: Buffer): unknown => JSON.parse(value.toString()),
    },
    processors: { positionsOf: async () => ({ position: () => 1_000, get: () => undefined }) },
  } as unknown as Engine;
}

test('a change is timed once, by its first record, and only for the assets that are followed', () =>
  withVirtualTime(async (time) => {
    const chunks = { onChunk: async (_: Chunk): Promise<void> => undefined };
    const stages = await followStages(engineOf(chunks), new Set(['followed']));
    const detectedAt = time.now();
    let offset = 0;
    const append = async (id: string, revision: number, assetId = 'followed'): Promise<void> => {
      const value = Buffer.from(JSON.stringify({ id, revision, assetId, detectedAt }));
      await chunks.onChunk({ partition: 0, records: [{ offset, value }] });
      offset += 1;
    };
    await time.advance(5);
    await append('one', 0);
    await append('other', 0, 'other asset');
    await time.advance(5);
    await append('one', 0);
    await append('one', 1);
    await time.advance(5);
    assert.equal(stages.toLog(detectedAt), [5]);
    assert.is(stages.toTables(detectedAt).length, 1);
    assert.equal(stages.toLog(detectedAt + 1), []);
    await stages.stop();
  }));

test.run();
