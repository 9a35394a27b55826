import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Environment as EnvironmentName } from '../../schemas/topics.ts';
import { appendCount } from './append.ts';
import type { Environment } from './environment.ts';

/** Tells consumers that an environment has new records. */
export interface Wake {
  /** After an append of this thread. */
  readonly announce: (environment: EnvironmentName) => void;
  /** Calls `listener` after appends, whoever made them; gives the function that ends it. */
  readonly listen: (environment: EnvironmentName, listener: () => void) => () => void;
  readonly close: () => void;
}

/** How soon appends of other processes are noticed. */
const pollMs = 10;

/**
 * Appends of this thread wake at once, those of other threads by message, those of other processes by a poll that
 * compares one counter per environment. The poll runs only while somebody listens, and keeps the process alive then. What
 * was announced is no news to it.
 */
export function createWake(directory: string, environments: Readonly<Record<EnvironmentName, Environment>>): Wake {
  const listeners = { data: new Set<() => void>(), accounts: new Set<() => void>() };
  const seen = { data: -1, accounts: -1 };
  const channel = new BroadcastChannel(
    `attestry-log-${createHash('sha256').update(realpathSync(directory)).digest('hex')}`,
  );
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  /** Whether there are appends that nobody here was woken for. Who is woken reads all there are. */
  const look = (name: EnvironmentName): boolean => {
    const environment = environments[name];
    environment.refresh();
    const count = appendCount(environment);
    environment.refresh();
    const isNews = count !== seen[name];
    seen[name] = count;
    return isNews;
  };
  const wake = (environment: EnvironmentName): void => {
    for (const listener of [...listeners[environment]]) listener();
  };
  const wakeAnnounced = (environment: EnvironmentName): void => {
    if (closed || listeners[environment].size === 0) return;
    look(environment);
    wake(environment);
  };
  const poll = (): void => {
    for (const name of ['data', 'accounts'] as const) {
      if (listeners[name].size > 0 && look(name)) wake(name);
    }
  };
  channel.onmessage = (event: { readonly data?: unknown }): void => {
    if (event.data === 'data' || event.data === 'accounts') wakeAnnounced(event.data);
  };
  channel.unref();

  return {
    announce: (environment) => {
      // An append that was under way when the log was closed is durable all the same.
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
