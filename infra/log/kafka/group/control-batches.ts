import type { Delivery } from '../consume/delivery.ts';

interface FetchedPart {
  readonly topic: string;
  readonly partition: number;
}

interface BatchEvent extends FetchedPart {
  readonly lastOffset: string;
  readonly highWatermark: string;
}

/** Passes over batches with only control records. They never reach `eachBatch`; two events of kafkajs report them. */
export interface ControlBatches {
  readonly batchStarted: (event: FetchedPart) => void;
  readonly batchEnded: (event: BatchEvent) => void;
  /** The batch has reached `eachBatch`. */
  readonly reached: (batch: FetchedPart) => void;
  /** Another assignment begins. */
  readonly clear: () => void;
}

export function createControlBatches(
  delivery: Pick<Delivery, 'find' | 'passOver'>,
  fail: (error: unknown) => void,
): ControlBatches {
  const started = new Set<string>();
  const take = ({ topic, partition }: FetchedPart): boolean => started.delete(`${topic}|${partition}`);
  return {
    batchStarted: ({ topic, partition }) => void started.add(`${topic}|${partition}`),
    batchEnded: (event) => {
      const reading = delivery.find(event.topic, event.partition);
      if (!take(event) || reading === undefined) return;
      delivery.passOver(reading, Number(event.lastOffset) + 1, Number(event.highWatermark)).catch(fail);
    },
    reached: take,
    clear: () => started.clear(),
  };
}
