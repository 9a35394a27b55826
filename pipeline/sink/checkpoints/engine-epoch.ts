import { ownJson } from '../../../schemas/stored-value.ts';
import type { StateStore } from '../../../infra/state/store.ts';

/** Identifies a period in which the engine of the tables lost no rows. Rows inserted in another epoch may be lost. */
export type EngineEpoch = string;

/** Start time of each host of a server's cluster, seconds. */
export type HostStarts = Readonly<Record<string, number>>;

/** A start time computed from clock and uptime varies by rounding. */
const toleranceSeconds = 3;

export const isSameStart = (a: number, b: number): boolean => Math.abs(a - b) <= toleranceSeconds;

export const epochOfServer = (starts: HostStarts): EngineEpoch =>
  JSON.stringify(Object.entries(starts).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Whether no rows can have been lost between the two: no host has started since. A host that was not seen before counts as
 * started; one that is not seen now is compared when it is back. A start before the known one is a corrected clock, or another
 * server of the same name.
 */
export function isSameEpoch(before: EngineEpoch, now: EngineEpoch): boolean {
  if (before === now) return true;
  const [known, seen] = [startsIn(before), startsIn(now)];
  if (known === null || seen === null) return false;
  return [...seen].every(([host, start]) => start <= (known.get(host) ?? -Infinity) + toleranceSeconds);
}

/** Hosts to remember, unless more answered at once. The hosts that started longest ago are dropped. */
const knownHosts = 40;

/** The known epoch after `now` was seen. Hosts that did not answer this time stay known, so that they do not count as new. */
export function mergeEpochs(before: EngineEpoch, now: EngineEpoch): EngineEpoch {
  const [known, seen] = [startsIn(before), startsIn(now)];
  if (known === null || seen === null) return now;
  const both = [...seen].map(([host, start]) => [host, Math.max(start, known.get(host) ?? -Infinity)] as const);
  const others = [...known].filter(([host]) => !seen.has(host)).sort(([, a], [, b]) => b - a);
  return epochOfServer(Object.fromEntries([...both, ...others.slice(0, Math.max(0, knownHosts - seen.size))]));
}

export const hostsIn = (epoch: EngineEpoch): readonly string[] => [...(startsIn(epoch)?.keys() ?? [])];

function startsIn(epoch: EngineEpoch): ReadonlyMap<string, number> | null {
  return epoch.startsWith('[') ? new Map(ownJson<readonly (readonly [string, number])[]>(epoch)) : null;
}

/** Epochs of an engine in this process, which ends with it. */
export interface OwnEngineEpoch {
  /** The epoch of this run: that of the last run, if it stopped cleanly. */
  readonly start: () => Promise<EngineEpoch>;
  /** Marks a clean stop. */
  readonly finish: () => Promise<void>;
}

const runningKey = 'running';
const livesKey = 'lives';

export function ownEngineEpoch(store: StateStore): OwnEngineEpoch {
  const mark = (writes: ReadonlyMap<string, Buffer | null>): Promise<void> =>
    store.commit({ partition: 0, positions: [], outputs: [], writes });
  return {
    start: async () => {
      const unclean = store.get(0, runningKey) !== undefined;
      const count = Number(store.get(0, livesKey)?.toString('utf8') ?? 0) + (unclean ? 1 : 0);
      await mark(
        new Map([
          [runningKey, Buffer.from('yes')],
          [livesKey, Buffer.from(String(count))],
        ]),
      );
      return `run ${count}`;
    },
    finish: () => mark(new Map([[runningKey, null]])),
  };
}
