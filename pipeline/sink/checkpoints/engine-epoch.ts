import type { StateStore } from '../../../infra/state/store.ts';

/** Name of a time during which the engine of the tables lost nothing: what was inserted in another one may be gone. */
export type EngineEpoch = string;

/** When each host of a server's cluster was started, seconds. */
export type HostStarts = Readonly<Record<string, number>>;

/** A start that is computed from the time of day and the time since differs by rounding. */
const toleranceSeconds = 3;

export const isSameStart = (a: number, b: number): boolean => Math.abs(a - b) <= toleranceSeconds;

export const epochOfServer = (starts: HostStarts): EngineEpoch =>
  JSON.stringify(Object.entries(starts).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Whether nothing can have been lost between the two: no host has been started since. A host that was not seen before may
 * have been; one that is not seen now is looked at when it is back. A start before the known one is a clock's correction,
 * or another server of the same name.
 */
export function isSameEpoch(before: EngineEpoch, now: EngineEpoch): boolean {
  if (before === now) return true;
  const [known, seen] = [startsIn(before), startsIn(now)];
  if (known === null || seen === null) return false;
  return [...seen].every(([host, start]) => start <= (known.get(host) ?? -Infinity) + toleranceSeconds);
}

/** Hosts that one knows of; more only if all of them answered at once. Those that were started longest ago are forgotten. */
const knownHosts = 40;

/** The life that is known once `now` was seen: hosts that did not answer this time are not new ones when they do. */
export function mergeEpochs(before: EngineEpoch, now: EngineEpoch): EngineEpoch {
  const [known, seen] = [startsIn(before), startsIn(now)];
  if (known === null || seen === null) return now;
  const both = [...seen].map(([host, start]) => [host, Math.max(start, known.get(host) ?? -Infinity)] as const);
  const others = [...known].filter(([host]) => !seen.has(host)).sort(([, a], [, b]) => b - a);
  return epochOfServer(Object.fromEntries([...both, ...others.slice(0, Math.max(0, knownHosts - seen.size))]));
}

export const hostsIn = (life: EngineEpoch): readonly string[] => [...(startsIn(life)?.keys() ?? [])];

function startsIn(life: EngineEpoch): ReadonlyMap<string, number> | null {
  return life.startsWith('[') ? new Map(JSON.parse(life) as readonly (readonly [string, number])[]) : null;
}

/** An engine in this process, which ends with it. */
export interface OwnEngineEpoch {
  /** The life of this run: the last one's, if that ended well. */
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
      const lives = Number(store.get(0, livesKey)?.toString('utf8') ?? 0) + (unclean ? 1 : 0);
      await mark(
        new Map([
          [runningKey, Buffer.from('yes')],
          [livesKey, Buffer.from(String(lives))],
        ]),
      );
      return `run ${lives}`;
    },
    finish: () => mark(new Map([[runningKey, null]])),
  };
}
