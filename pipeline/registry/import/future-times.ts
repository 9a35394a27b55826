import { type ImportIssue, type ImportLine, invalid } from './issue.ts';

/** Times of what happened may be ahead of the clock by at most this much, milliseconds. */
const clockSkew = 5 * 60_000;

/** Refuses times of what happened that lie in the future of `now`, milliseconds. */
export const futureIssues = (
  line: ImportLine,
  times: readonly (readonly [path: string, at: number | null])[],
  now: number,
): readonly ImportIssue[] =>
  times.flatMap(([path, at]) =>
    at !== null && at > now + clockSkew ? [invalid(line, path, 'is more than five minutes in the future')] : [],
  );
