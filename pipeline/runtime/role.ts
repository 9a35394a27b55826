import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import type { Consumption, Log } from '../../infra/log/log.ts';
import type { OpenStateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import { createParkGuard, type ParkGuard } from './parking.ts';
import type { ArtifactReducer } from './processor.ts';
import { withRetry } from '../../infra/retry.ts';

/** How a processor is doing; its positions and lag are read from the log and its store. */
export type ProcessorHealth =
  | { readonly processor: string; readonly state: 'running' }
  /** An engine or file is unreachable; the same batch is tried again. */
  | { readonly processor: string; readonly state: 'retrying'; readonly message: string; readonly attempt: number }
  /** Too many records were parked: it does not go on by itself. */
  | { readonly processor: string; readonly state: 'halted'; readonly message: string }
  | { readonly processor: string; readonly state: 'failed'; readonly message: string };

export interface RuntimeDeps {
  readonly log: Log;
  readonly codec: Codec;
  readonly openStore: OpenStateStore;
  readonly logger: Logger;
  readonly clock: () => number;
  readonly random: () => number;
  readonly onHealth: (health: ProcessorHealth) => void;
  /** Bytes of an artifact by sha256; a missing one is a RetryableError. */
  readonly artifact: (sha256: string) => Promise<Buffer>;
  /** What `reduce` makes of an artifact; a missing one, or a stop meanwhile, is a RetryableError. */
  readonly reduceArtifact: (sha256: string, reduce: ArtifactReducer, signal: AbortSignal) => Promise<Buffer>;
}

/** A running processor. */
export interface RunningProcessor {
  readonly name: string;
  /** Stops after the chunk in hand; how it ended is told by `done`. */
  readonly stop: () => Promise<void>;
  /** Resolves when stopped or halted; rejects when it crashed. */
  readonly done: Promise<void>;
}

/** What every runner needs around its loop: the guard, retries with health, and a way to stop. */
export interface Supervision {
  readonly guard: ParkGuard;
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly retry: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Outcome of a loop: a halt is told to health and resolves, any other error is told and rejects. Either way the rest of
   * the processor is stopped.
   */
  readonly outcome: (loop: Promise<unknown>, stop: () => Promise<void>) => Promise<void>;
}

/** Too many records were parked: thrown by a handler to end its loop. */
export class HaltedError extends Error {
  override readonly name = 'HaltedError';
  constructor(parked: number) {
    super(`stopped after it parked ${parked} records of its last batch; see attestry dead-letters list`);
  }
}

export function supervise(deps: RuntimeDeps, processor: string): Supervision {
  const controller = new AbortController();
  /** Work that failed last time; several pieces may be under way at once. */
  const failing = new Set<() => Promise<unknown>>();
  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await withRetry(work, {
      signal: controller.signal,
      random: deps.random,
      onFailure: (error, attempt) => {
        failing.add(work);
        deps.logger.warn({ processor, attempt, err: error }, 'trying again');
        deps.onHealth({ processor, state: 'retrying', message: error.message, attempt });
      },
    });
    if (failing.delete(work) && failing.size === 0) deps.onHealth({ processor, state: 'running' });
    return result;
  };
  return {
    guard: createParkGuard(),
    signal: controller.signal,
    abort: () => controller.abort(),
    retry,
    outcome: (loop, stop) => {
      const outcome = settle(loop, stop);
      // It may be lost before whoever started the processor has it in hand; they still see the rejection.
      outcome.catch(() => undefined);
      return outcome;
    },
  };
  async function settle(loop: Promise<unknown>, stop: () => Promise<void>): Promise<void> {
    try {
      await loop;
    } catch (error) {
      // Stopped while it was trying again: nothing of that chunk was committed, and nothing is wrong with the processor.
      if (controller.signal.aborted && error instanceof RetryableError) return;
      const message = `${processor}: ${error instanceof Error ? error.message : String(error)}`;
      deps.logger.error({ processor, err: error }, message);
      deps.onHealth({ processor, state: error instanceof HaltedError ? 'halted' : 'failed', message });
      await stop();
      if (!(error instanceof HaltedError)) throw error;
    }
  }
}

/** Stops consumptions, whatever ended them. */
export async function stopAll(...consumptions: readonly Pick<Consumption, 'stop'>[]): Promise<void> {
  await Promise.allSettled(consumptions.map((consumption) => consumption.stop()));
}
