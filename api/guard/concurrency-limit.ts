import { ApiError } from '../errors.ts';

/** Long answers under way, counted by key and per process. */
export interface ConcurrencyLimit {
  /** Takes a seat and returns how to leave it; a second call of that does nothing. Throws 429 when none is free. */
  readonly acquire: (keyId: string, refusal: string) => () => void;
}

/** Seconds after which a client may ask again. */
const retryAfterSeconds = 5;

export function createConcurrencyLimit(perKey: number): ConcurrencyLimit {
  const taken = new Map<string, number>();
  return {
    acquire: (keyId, refusal) => {
      const count = taken.get(keyId) ?? 0;
      if (count >= perKey) {
        throw new ApiError('rate_limited', refusal, { headers: { 'Retry-After': String(retryAfterSeconds) } });
      }
      taken.set(keyId, count + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const rest = (taken.get(keyId) ?? 0) - 1;
        if (rest > 0) taken.set(keyId, rest);
        else taken.delete(keyId);
      };
    },
  };
}
