import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import type { Consumption, Log } from '../../infra/log/log.ts';
import type { OpenStateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import type { InHand } from './parked-by-hand.ts';
import { createParkGuard, type ParkGuard } from './parking.ts';
import type { ArtifactReducer } from './processor.ts';
import { withRetry } from '../../infra/async/retry.ts';

/** Health of a processor. Its positions and lag are read from the log and its store. */
export type ProcessorHealth =
  | { readonly processor: string; readonly state: 'running' }
  /** An engine or file is unreachable; the same batch is retried. */
  | { readonly processor: string; readonly state: 'retrying'; readonly message: string; readonly attempt: number }
  /** Too many records were parked: it does not resume by itself. */
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
  readonly inHand?: InHand;
  /** Bytes of an artifact by sha256; a missing one is a RetryableError. */
  readonly artifact: (sha256: string) => Promise<Buffer>;
  /** Reduces an artifact; a missing one, or a stop meanwhile, is a RetryableError. */
  readonly reduceArtifact: (sha256: string, reduce: ArtifactReducer, signal: AbortSignal) => Promise<Buffer>;
}

/** A running processor. */
export interface RunningProcessor {
  readonly name: string;
  /** Stops after the current chunk; `done` has the outcome. */
  readonly stop: () => Promise<void>;
  /** Resolves when stopped or halted; rejects when it crashed. */
  readonly done: Promise<void>;
}

/** What every runner has around its loop: the park guard, retries that report health, and a way to stop. */
export interface Supervision {
  readonly guard: ParkGuard;
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly retry: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Outcome of a loop: reports an error to health and stops the rest of the processor. Resolves after a halt, rejects with
   * any other error.
   */
  readonly outcome: (loop: Promise<unknown>, stop: () => Promise<void>) => Promise<void>;
}

/** Thrown by a handler to end its loop: too many records were parked. */
export class HaltedError extends Error {
  override readonly name = 'HaltedError';
  constructor(parked: number) {
    super(`stopped after it parked ${parked} records of its last batch; see attestry dead-letters list`);
  }
}

export function supervise(deps: RuntimeDeps, processor: string): Supervision {
  const controller = new AbortController();
  /** Work whose last attempt failed; several pieces may be under way at once. */
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
      // The rejection may come before the caller has the promise; the caller still sees it.
      outcome.catch(() => undefined);
      return outcome;
    },
  };
  async function settle(loop: Promise<unknown>, stop: () => Promise<void>): Promise<void> {
    try {
      await loop;
    } catch (error) {
      // Stopped during a retry: nothing of that chunk was committed, and the processor is healthy.
      if (controller.signal.aborted && error instanceof RetryableError) return;
      const message = `${processor}: ${error instanceof Error ? error.message : String(error)}`;
      deps.logger.error({ processor, err: error }, message);
      deps.onHealth({ processor, state: error instanceof HaltedError ? 'halted' : 'failed', message });
      await stop();
      if (!(error instanceof HaltedError)) throw error;
    }
  }
}

/** Stops consumptions and ignores their errors. */
export async function stopAll(...consumptions: readonly Pick<Consumption, 'stop'>[]): Promise<void> {
  await Promise.allSettled(consumptions.map((consumption) => consumption.stop()));
}
