/** A client that reads all the time. */
import * as assert from 'uvu/assert';
import { pause, elapsedMs } from '../support/real-time.ts';

export interface ReadingFigures {
  /** Number of answers by status; `no answer` where there was none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds. */
  readonly slowestMs: number;
  /** Longest time between two answers with status 200, milliseconds. */
  readonly longestGapMs: number;
}

export interface Reading {
  /** Ends it. May be called twice. */
  readonly end: () => Promise<ReadingFigures>;
}

const statusOf = async (ask: () => Promise<Response>): Promise<number | string> => {
  try {
    const response = await ask();
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'no answer';
  }
};

export function startReading(ask: () => Promise<Response>): Reading {
  const statuses = new Map<number | string, number>();
  let slowestMs = 0;
  let longestGapMs = 0;
  let lastAnswer = elapsedMs();
  let stopped = false;
  const read = async (): Promise<void> => {
    while (!stopped) {
      const sent = elapsedMs();
      const status = await statusOf(ask);
      const answered = elapsedMs();
      slowestMs = Math.max(slowestMs, answered - sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) {
        longestGapMs = Math.max(longestGapMs, answered - lastAnswer);
        lastAnswer = answered;
      }
      await pause(status === 'no answer' ? 50 : 5);
    }
  };
  const running = read();
  return {
    end: async () => {
      stopped = true;
      await running;
      return {
        statuses: Object.fromEntries(statuses),
        slowestMs: Math.round(slowestMs),
        longestGapMs: Math.round(longestGapMs),
      };
    },
  };
}

/** Reads wait for the next process of the tables for up to this time, milliseconds, and are answered with 502 then. */
const longestWaitMs = 5_000;

/**
 * Every read was answered with 200 or one of these, unless the machine was so busy that the next process took longer than reads
 * wait.
 */
export function assertAnswered(figures: ReadingFigures, also: readonly string[] = []): void {
  const { statuses, slowestMs } = figures;
  const expected = ['200', ...also, ...(slowestMs > longestWaitMs ? ['502'] : [])];
  const others = Object.keys(statuses).filter((status) => !expected.includes(status));
  assert.equal(others, [], JSON.stringify(figures));
}
