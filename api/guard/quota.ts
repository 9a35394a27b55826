import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface QuotaOptions {
  readonly perMinute: number;
  /** Requests that are still answered when a minute's quota is used up. */
  readonly burst: number;
}

/** Where a client stands. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** Until the quota is whole again, milliseconds. */
  readonly renewsInMs: number;
}

export interface Taken {
  readonly standing: Standing;
  /** Until a request is granted again, milliseconds; null when this one was. */
  readonly refusedForMs: number | null;
  /** Takes the request back: it cost nothing. */
  readonly giveBack: () => Promise<Standing>;
}

/** Requests of each client in a window of a minute, and a reserve beyond it that returns more slowly. */
export interface Quota {
  readonly take: (client: string) => Promise<Taken>;
  readonly standing: (client: string) => Promise<Standing>;
}

const windowSeconds = 60;
const reserveSeconds = 300;

/** Counts in the memory of this process. */
export function createQuota({ perMinute, burst }: QuotaOptions): Quota {
  const usual = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  const reserve = burst === 0 ? null : new RateLimiterMemory({ points: burst, duration: reserveSeconds });

  const standingOf = (result: RateLimiterRes | null): Standing => ({
    limit: perMinute,
    remaining: result?.remainingPoints ?? perMinute,
    renewsInMs: Math.max(0, result?.msBeforeNext ?? windowSeconds * 1_000),
  });
  const standingNow = async (client: string): Promise<Standing> => standingOf(await usual.get(client));
  const giveBackTo = (limiter: RateLimiterMemory, client: string) => async (): Promise<Standing> => {
    await limiter.reward(client, 1);
    return standingNow(client);
  };

  return {
    take: async (client) => {
      const first = await consumed(usual, client);
      const standing = standingOf(first.result);
      if (first.granted) return { standing, refusedForMs: null, giveBack: giveBackTo(usual, client) };
      if (reserve === null) return { standing, refusedForMs: standing.renewsInMs, giveBack: () => standingNow(client) };
      const second = await consumed(reserve, client);
      const refusedForMs = second.granted ? null : Math.min(standing.renewsInMs, second.result.msBeforeNext);
      return { standing, refusedForMs, giveBack: giveBackTo(reserve, client) };
    },
    standing: standingNow,
  };
}

async function consumed(
  limiter: RateLimiterMemory,
  client: string,
): Promise<{ readonly granted: boolean; readonly result: RateLimiterRes }> {
  try {
    return { granted: true, result: await limiter.consume(client) };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    // The limiter counts what it refuses; then nothing that is given back would be there again.
    await limiter.reward(client, 1);
    return { granted: false, result: refusal };
  }
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */
export const quotaHeaders = ({ limit, remaining, renewsInMs }: Standing): Readonly<Record<string, string>> => ({
  RateLimit: `"default";r=${remaining};t=${wholeSeconds(renewsInMs)}`,
  'RateLimit-Policy': `"default";q=${limit};w=${windowSeconds}`,
});

/** Whole seconds, rounded up: who waits that long does not come too early (conformance G-22). */
export const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
