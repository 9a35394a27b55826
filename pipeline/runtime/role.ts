import type { Logger } from '../../infra/logger.ts';
import type { Log } from '../../infra/log/log.ts';
import type { OpenStateStore, StateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import { createParkGuard, type ParkGuard } from './parking.ts';
import { withRetry } from './retry.ts';

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
}

/** A running processor. */
export interface RunningProcessor {
  readonly name: string;
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
  readonly outcome: (loop: Promise<void>, stop: () => Promise<void>) => Promise<void>;
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
  let retrying = false;
  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await withRetry(work, {
      signal: controller.signal,
      random: deps.random,
      onFailure: (error, attempt) => {
        retrying = true;
        deps.logger.warn({ processor, attempt, err: error }, 'trying again');
        deps.onHealth({ processor, state: 'retrying', message: error.message, attempt });
      },
    });
    if (retrying) {
      retrying = false;
      deps.onHealth({ processor, state: 'running' });
    }
    return result;
  };
  return {
    guard: createParkGuard(),
    signal: controller.signal,
    abort: () => controller.abort(),
    retry,
    outcome: async (loop, stop) => {
      try {
        await loop;
      } catch (error) {
        const message = `${processor}: ${error instanceof Error ? error.message : String(error)}`;
        deps.logger.error({ processor, err: error }, message);
        deps.onHealth({ processor, state: error instanceof HaltedError ? 'halted' : 'failed', message });
        await stop().catch((cause: unknown) =>
          deps.logger.debug({ processor, err: cause }, 'stopped with the same error'),
        );
        if (!(error instanceof HaltedError)) throw error;
      }
    },
  };
}

export interface VersionedStore {
  readonly store: StateStore;
  /** Offset of the input from which on outputs are news; what earlier records cause is on the log already. */
  readonly resendFrom: (partition: number) => number;
}

/**
 * Opens the store of a processor for this version of its state. Another version's state is forgotten and the input is
 * folded again; `resend` says from which offset on outputs are news, the earlier ones are in the log already.
 */
export async function openVersionedStore(
  deps: Pick<RuntimeDeps, 'openStore' | 'log' | 'logger'>,
  processor: {
    readonly name: string;
    readonly input: Parameters<StateStore['position']>[0];
    readonly stateVersion: number;
  },
  environment: 'data' | 'accounts',
): Promise<VersionedStore> {
  const store = deps.openStore(processor.name, environment);
  const version = store.version();
  const resend = new Map<number, number>();
  if (version !== processor.stateVersion) {
    if (version !== null) {
      for (let partition = 0; partition < deps.log.partitionsOf(processor.input); partition += 1) {
        resend.set(partition, store.position(processor.input, partition) ?? 0);
      }
      deps.logger.info({ processor: processor.name, from: version, to: processor.stateVersion }, 'folding again');
    }
    await store.reset(processor.stateVersion);
  }
  return { store, resendFrom: (partition) => resend.get(partition) ?? 0 };
}
