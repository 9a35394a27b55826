import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import type { Environment as EnvironmentName } from '../../schemas/topics.ts';
import { appendCount } from './append.ts';
import { openBell } from './bell.ts';
import type { Environment } from './lmdb/environment.ts';

/** Wakes consumers when an environment has new records. */
export interface Wake {
  /**
   * Call it after an append of this thread.
   *
   * @param appends number of appends to the environment up to this one, at least 1; null if nothing was appended
   */
  readonly announce: (environment: EnvironmentName, appends: number | null) => void;
  /** Calls `listener` after appends of any thread or process; returns the function that removes it. */
  readonly listen: (environment: EnvironmentName, listener: () => void) => () => void;
  readonly close: () => void;
}

/** Interval of the poll for appends of other processes where their bell is not heard, milliseconds. */
const pollMs = 10;

/** The same beside the bell: what a ring that is lost costs at most, milliseconds. */
const pollBesideBellMs = 250;

/** Number of appends to an environment. */
interface Appends {
  readonly environment: EnvironmentName;
  readonly appends: number;
}

/** Messages between the threads of a process: there are appends; a thread listens; the main thread polls, or no longer. */
type Message = Appends | 'listening' | 'polling' | 'closed';

/**
 * Appends of this thread wake at once, those of other threads by message, those of other processes by a bell, and by a poll,
 * because rings may be lost. Each compares one counter per environment. The poll runs while there are listeners, and keeps
 * the process alive then. It ignores appends that were announced.
 *
 * Every thread hears the bell itself: one that folds would otherwise wait for the main thread's turn, which answers requests. Where
 * the main thread has the directory open, it polls for the worker threads that listen. A worker does so itself until the main
 * thread has answered that it does: a main thread that closes the log at that moment cannot answer.
 */
export function createWake(directory: string, environments: Readonly<Record<EnvironmentName, Environment>>): Wake {
  const listeners = { data: new Set<() => void>(), accounts: new Set<() => void>() };
  /** Number of appends that the listeners of this thread were woken for. */
  const seen = { data: -1, accounts: -1 };
  const name = `attestry-log-${createHash('sha256').update(realpathSync(directory)).digest('hex')}`;
  const channel = new BroadcastChannel(name);
  const bell = openBell(directory, environments.data.readOnly);
  let timer: NodeJS.Timeout | null = null;
  let endBell: (() => void) | null = null;
  /** The kernel does not report rings here. */
  let isDeaf = false;
  let closed = false;
  /** Whether the main thread polls for this one. */
  let isPolledFor = false;
  let pollsForOthers = false;
  const post = (message: Message): void => channel.postMessage(message);

  const isFollowed = (environment: EnvironmentName): boolean => pollsForOthers || listeners[environment].size > 0;
  /** Number of appends, if there are new ones since the last wake-up. A woken consumer reads all of them. */
  const newAppends = (environmentName: EnvironmentName): number | null => {
    const environment = environments[environmentName];
    environment.refresh();
    const count = appendCount(environment);
    environment.refresh();
    if (count === seen[environmentName]) return null;
    seen[environmentName] = count;
    return count;
  };
  const wake = (environment: EnvironmentName): void => {
    for (const listener of [...listeners[environment]]) listener();
  };
  /**
   * Counts the appends up to the announced one, and no later one: another process may have appended since, and the threads
   * that heard of this one before would not hear of that. The bell may have woken this thread for it before.
   */
  const wakeAnnounced = ({ environment, appends }: Appends): void => {
    if (closed || !isFollowed(environment) || appends <= seen[environment]) return;
    seen[environment] = appends;
    wake(environment);
  };
  const poll = (): void => {
    for (const environment of ['data', 'accounts'] as const) {
      const appends = isFollowed(environment) ? newAppends(environment) : null;
      if (appends === null) continue;
      if (pollsForOthers) post({ environment, appends });
      wake(environment);
    }
  };
  const followForOthers = (): void => {
    pollsForOthers = true;
    post('polling');
  };
  /** Polls once more: what the main thread saw before it followed for this thread, it did not announce. */
  const leavePollToMain = (): void => {
    if (isMainThread || closed) return;
    poll();
    isPolledFor = true;
  };
  const endPoll = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const endHearing = (): void => {
    endBell?.();
    endBell = null;
  };
  const bellFailed = (): void => {
    endHearing();
    endPoll();
    isDeaf = true;
    adjustPoll();
  };
  const hear = (): void => {
    endBell = bell.listen(poll, bellFailed);
    isDeaf = endBell === null;
  };
  /** Starts and ends bell and poll. Listeners of this thread keep it alive. */
  const adjustPoll = (): void => {
    const isListening = listeners.data.size + listeners.accounts.size > 0;
    if (isListening && isPolledFor && !closed) channel.ref();
    else channel.unref();
    const follows = !closed && (isListening || pollsForOthers);
    if (follows && endBell === null && !isDeaf) hear();
    if (!follows) {
      endHearing();
      isDeaf = false;
    }
    if (!follows || isPolledFor) {
      endPoll();
      return;
    }
    timer ??= setInterval(poll, isDeaf ? pollMs : pollBesideBellMs);
    if (isListening) timer.ref();
    else timer.unref();
  };
  channel.onmessage = (event: { readonly data?: unknown }): void => {
    const message = event.data as Message;
    if (typeof message === 'object') wakeAnnounced(message);
    else if (message === 'listening' && isMainThread) followForOthers();
    else if (message === 'polling') leavePollToMain();
    else if (message === 'closed') isPolledFor = false;
    adjustPoll();
  };
  adjustPoll();

  return {
    announce: (environment, appends) => {
      // An append that finishes after the log was closed is durable; no listener is left.
      if (closed || appends === null) return;
      // Threads of this process by message first, so that their own poll finds nothing new.
      post({ environment, appends });
      bell.ring();
      wakeAnnounced({ environment, appends });
    },
    listen: (environment, listener) => {
      listeners[environment].add(listener);
      if (!isMainThread) post('listening');
      adjustPoll();
      return () => {
        listeners[environment].delete(listener);
        adjustPoll();
      };
    },
    close: () => {
      if (isMainThread && !closed) post('closed');
      closed = true;
      adjustPoll();
      bell.close();
      channel.close();
    },
  };
}
