import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Environment as EnvironmentName } from '../../schemas/topics.ts';
import { appendCount } from './append.ts';
import type { Environment } from './environment.ts';

/** Wakes consumers when an environment has new records. */
export interface Wake {
  /** Call it after an append of this thread. */
  readonly announce: (environment: EnvironmentName) => void;
  /** Calls `listener` after appends of any thread or process; returns the function that removes it. */
  readonly listen: (environment: EnvironmentName, listener: () => void) => () => void;
  readonly close: () => void;
}

/** Interval of the poll for appends of other processes. */
const pollMs = 10;

/**
 * Appends of this thread wake at once, those of other threads by message, those of other processes by a poll that compares
 * one counter per environment. The poll runs while there are listeners, and keeps the process alive then. It ignores appends
 * that were announced.
 */
export function createWake(directory: string, environments: Readonly<Record<EnvironmentName, Environment>>): Wake {
  const listeners = { data: new Set<() => void>(), accounts: new Set<() => void>() };
  const seen = { data: -1, accounts: -1 };
  const channel = new BroadcastChannel(
    `attestry-log-${createHash('sha256').update(realpathSync(directory)).digest('hex')}`,
  );
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  /** Whether there are appends since the last wake-up. A woken consumer reads all of them. */
  const hasNewAppends = (name: EnvironmentName): boolean => {
    const environment = environments[name];
    environment.refresh();
    const count = appendCount(environment);
    environment.refresh();
    const isNew = count !== seen[name];
    seen[name] = count;
    return isNew;
  };
  const wake = (environment: EnvironmentName): void => {
    for (const listener of [...listeners[environment]]) listener();
  };
  const wakeAnnounced = (environment: EnvironmentName): void => {
    if (closed || listeners[environment].size === 0) return;
    hasNewAppends(environment);
    wake(environment);
  };
  const poll = (): void => {
    for (const name of ['data', 'accounts'] as const) {
      if (listeners[name].size > 0 && hasNewAppends(name)) wake(name);
    }
  };
  channel.onmessage = (event: { readonly data?: unknown }): void => {
    if (event.data === 'data' || event.data === 'accounts') wakeAnnounced(event.data);
  };
  channel.unref();

  return {
    announce: (environment) => {
      // An append that finishes after the log was closed is durable; no listener is left.
      if (closed) return;
      channel.postMessage(environment);
      wakeAnnounced(environment);
    },
    listen: (environment, listener) => {
      listeners[environment].add(listener);
      timer ??= setInterval(poll, pollMs);
      return () => {
        listeners[environment].delete(listener);
        if (timer === null || listeners.data.size + listeners.accounts.size > 0) return;
        clearInterval(timer);
        timer = null;
      };
    },
    close: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      closed = true;
      channel.close();
    },
  };
}
