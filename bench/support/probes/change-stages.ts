import type { Engine } from '../../../cli/engine/open-engine.ts';
import { checkpointKey, shownIn } from '../../../pipeline/sink/checkpoints/stored-checkpoint.ts';

const pollMs = 2;
const chunkRecords = 1_000;

/** When changes reached the log, and the tables that readers read, after the readings that caused them. */
export interface ChangeStages {
  /** Milliseconds from the reading on, of changes detected at `from` or later. */
  readonly toLog: (from: number) => readonly number[];
  readonly toTables: (from: number) => readonly number[];
  readonly stop: () => Promise<void>;
}

interface Stage {
  readonly detectedAt: number;
  readonly ms: number;
}

interface WaitingChange {
  readonly partition: number;
  readonly offset: number;
  readonly detectedAt: number;
}

/**
 * Follows the log of a running service with embedded engines, from its end on, and the position of its sink. Changes of other
 * assets are left out, and so are later revisions: their times would be those of what came after the reading.
 */
export async function followStages(
  { log, codec, processors }: Engine,
  assetIds: ReadonlySet<string>,
): Promise<ChangeStages> {
  const timed = new Set<string>();
  const logged: Stage[] = [];
  const inserted: Stage[] = [];
  let waiting: readonly WaitingChange[] = [];
  const ends = new Map((await log.ranges('changes')).map(({ partition, end }) => [partition, end]));
  const consumption = log.consume({
    topics: ['changes'],
    group: null,
    maxRecords: chunkRecords,
    startAt: async (_, partition) => ends.get(partition) ?? 0,
    onChunk: async ({ partition, records }) => {
      const now = Date.now();
      await codec.prepare(records.map(({ value }) => value));
      for (const { offset, value } of records) {
        if (value === null) continue;
        const { id, assetId, detectedAt } = codec.decode('changes', value);
        if (timed.has(id) || !assetIds.has(assetId)) continue;
        timed.add(id);
        logged.push({ detectedAt, ms: now - detectedAt });
        waiting = [...waiting, { partition, offset, detectedAt }];
      }
    },
  });
  const { position, get } = await processors.positionsOf('sink', 'data');
  const shownUpTo = (partition: number): number =>
    shownIn(get(0, checkpointKey('changes', partition))?.toString('utf8') ?? '', position('changes', partition) ?? 0);
  const poll = (): void => {
    if (waiting.length === 0) return;
    const now = Date.now();
    const shown = new Map([...new Set(waiting.map(({ partition }) => partition))].map((one) => [one, shownUpTo(one)]));
    const isShown = ({ partition, offset }: WaitingChange): boolean => offset < (shown.get(partition) ?? 0);
    for (const { detectedAt } of waiting.filter(isShown)) inserted.push({ detectedAt, ms: now - detectedAt });
    waiting = waiting.filter((change) => !isShown(change));
  };
  const polling = setInterval(poll, pollMs);
  const since = (stages: readonly Stage[], from: number): readonly number[] =>
    stages.filter(({ detectedAt }) => detectedAt >= from).map(({ ms }) => ms);
  return {
    toLog: (from) => since(logged, from),
    toTables: (from) => since(inserted, from),
    stop: async () => {
      clearInterval(polling);
      await consumption.stop();
    },
  };
}
