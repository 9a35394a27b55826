/**
 * Number of runs of a property: `full` in the long suite and in a file that is run by itself, a fifth of that, but at least
 * two, in the default suite (`tests/run.ts` sets TEST_RUNS).
 */
export const runsOf = (full: number): number =>
  process.env['TEST_RUNS'] === 'short' ? Math.max(2, Math.ceil(full / 5)) : full;
