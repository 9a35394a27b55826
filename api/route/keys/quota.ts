export interface QuotaOptions {
  readonly perMinute: number;
  /** Requests that are granted after a minute's quota is used up. */
  readonly burst: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** The state of a client's quota. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** Time until the quota is reset, milliseconds. */
  readonly renewsInMs: number;
}

export interface QuotaGrant {
  readonly standing: Standing;
  /** Time until a request is granted again, milliseconds; null if this one was granted. */
  readonly refusedForMs: number | null;
  /** Refunds the request. */
  readonly giveBack: () => Standing;
}

/** Requests of each client in a window of a minute, and a reserve that is reset every five minutes. */
export interface Quota {
  readonly take: (client: string) => QuotaGrant;
  readonly standing: (client: string) => Standing;
}

const windowMs = 60_000;
const reserveMs = 300_000;

/** Counts in memory, for this process only. */
export function createQuota({ perMinute, burst, now = () => performance.now() }: QuotaOptions): Quota {
  const usual = createWindows(perMinute, windowMs, now);
  const reserve = createWindows(burst, reserveMs, now);
  const standing = (client: string): Standing => {
    const { remaining, endsInMs } = usual.left(client);
    return { limit: perMinute, remaining, renewsInMs: endsInMs };
  };
  const granted = (client: string, windows: Windows): QuotaGrant => ({
    standing: standing(client),
    refusedForMs: null,
    giveBack: () => {
      windows.giveBack(client);
      return standing(client);
    },
  });

  return {
    standing,
    take: (client) => {
      if (usual.take(client)) return granted(client, usual);
      if (reserve.take(client)) return granted(client, reserve);
      const current = standing(client);
      const refusedForMs =
        burst === 0 ? current.renewsInMs : Math.min(current.renewsInMs, reserve.left(client).endsInMs);
      return { standing: current, refusedForMs, giveBack: () => standing(client) };
    },
  };
}

/** Counts requests by client. A refused request is not counted. */
interface Windows {
  readonly take: (client: string) => boolean;
  readonly giveBack: (client: string) => void;
  readonly left: (client: string) => { readonly remaining: number; readonly endsInMs: number };
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/** Fewer windows than this are not swept. */
const leastSwept = 10_000;

/** A client's window opens with its first request, the next one with its first request after the end of the window. */
function createWindows(most: number, lengthMs: number, now: () => number): Windows {
  const windows = new Map<string, Window>();
  let sweepAt = leastSwept;

  const openAt = (client: string, time: number): Window | undefined => {
    const window = windows.get(client);
    return window !== undefined && time < window.endsAt ? window : undefined;
  };
  /** Clients can be invented, so ended windows are deleted whenever the number of windows has doubled. */
  const sweep = (time: number): void => {
    if (windows.size < sweepAt) return;
    for (const [client, { endsAt }] of windows) if (endsAt <= time) windows.delete(client);
    sweepAt = Math.max(leastSwept, 2 * windows.size);
  };

  return {
    take: (client) => {
      if (most === 0) return false;
      const time = now();
      const window = openAt(client, time);
      if (window === undefined) {
        sweep(time);
        windows.set(client, { used: 1, endsAt: time + lengthMs });
        return true;
      }
      if (window.used >= most) return false;
      window.used += 1;
      return true;
    },
    giveBack: (client) => {
      const window = openAt(client, now());
      if (window !== undefined && window.used > 0) window.used -= 1;
    },
    left: (client) => {
      const time = now();
      const window = openAt(client, time);
      return window === undefined
        ? { remaining: most, endsInMs: lengthMs }
        : { remaining: Math.max(0, most - window.used), endsInMs: window.endsAt - time };
    },
  };
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */
export const quotaHeaders = ({ limit, remaining, renewsInMs }: Standing): Readonly<Record<string, string>> => ({
  RateLimit: `"default";r=${remaining};t=${wholeSeconds(renewsInMs)}`,
  'RateLimit-Policy': `"default";q=${limit};w=${windowMs / 1_000}`,
});

/** Whole seconds, rounded up, so that a client that waits for them is not too early (conformance G-22). */
export const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
