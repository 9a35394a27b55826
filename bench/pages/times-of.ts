/** Durations of a piece of work in milliseconds, each run by itself, after those that warm the process up. */
export function timesOf(
  work: () => unknown,
  runs: { readonly warmUps: number; readonly measured: number },
): readonly number[] {
  const times: number[] = [];
  for (let round = 0; round < runs.warmUps + runs.measured; round += 1) {
    const begun = performance.now();
    work();
    if (round >= runs.warmUps) times.push(performance.now() - begun);
  }
  return times;
}
