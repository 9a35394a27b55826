import { ApiError } from '../errors.ts';

/** Limits concurrent long answers of a key, per process. */
export interface ConcurrencyLimit {
  /** Counts one more and returns its release, which is idempotent. Throws the 429 at the limit. */
  readonly acquire: (keyId: string, refusal: string) => () => void;
}

/** Seconds after which a client may retry. */
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
