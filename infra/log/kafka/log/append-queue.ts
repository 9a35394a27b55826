import { withTimeout } from '../../../async/async.ts';
import type { RecordPosition } from '../../log.ts';
import type { PreparedRecord } from './prepare.ts';
import type { RequestSender } from '../wire/producer.ts';
import { sliceLength } from './request-slice.ts';

/** Appends of one environment, in the order of the calls. Appends that wait for a request are sent together in the next one. */
export interface AppendQueue {
  readonly append: (records: readonly PreparedRecord[]) => Promise<readonly RecordPosition[]>;
  /** Waits up to `limitMs` for appends under way; rejects the others. */
  readonly close: (limitMs: number) => Promise<void>;
}

interface Append {
  readonly positions: RecordPosition[];
  open: number;
  failed: boolean;
  readonly resolve: (positions: readonly RecordPosition[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Item {
  readonly record: PreparedRecord;
  readonly append: Append;
  /** Place in the append. */
  readonly index: number;
}

export function createAppendQueue(sender: RequestSender): AppendQueue {
  let waiting: Item[] = [];
  let pump: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      for (let at = 0; at < taken.length; ) {
        const length = sliceLength(recordsFrom(taken, at));
        const items = taken.slice(at, at + length).filter(({ append }) => !append.failed);
        if (items.length > 0) await sendAll(items);
        at += length;
      }
    }
    pump = null;
  };

  const sendAll = async (items: readonly Item[]): Promise<void> => {
    const appends = new Set(items.map(({ append }) => append));
    try {
      const offsets = await sender.send(items.map(({ record }) => record));
      items.forEach((item, at) => settle(item, offsets[at] ?? 0));
    } catch (error) {
      if (appends.size === 1) {
        for (const append of appends) fail(append, error);
        return;
      }
      // One append of the request cannot be sent; the others must not fail with it.
      for (const append of appends) await sendAll(items.filter((item) => item.append === append));
    }
  };

  return {
    append: (records) => {
      if (records.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        const append: Append = { positions: [], open: records.length, failed: false, resolve, reject };
        for (const [index, record] of records.entries()) waiting.push({ record, append, index });
        pump ??= run();
      });
    },
    close: async (limitMs) => {
      if (pump !== null) await withTimeout(pump, limitMs, () => undefined);
      await sender.close();
      await pump;
    },
  };
}

function* recordsFrom(items: readonly Item[], start: number): Iterable<PreparedRecord> {
  for (let at = start; at < items.length; at++) {
    const item = items[at];
    if (item !== undefined) yield item.record;
  }
}

function settle({ record, append, index }: Item, offset: number): void {
  append.positions[index] = { topic: record.topic, partition: record.partition, offset };
  append.open--;
  if (append.open === 0) append.resolve(append.positions);
}

function fail(append: Append, error: unknown): void {
  append.failed = true;
  append.reject(error);
}
