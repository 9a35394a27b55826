/** How long each input is fuzzed, and from which seed. `FUZZ_SEED` repeats a run, `FUZZ_SECONDS` sets the time of one input. */
export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
}

/** Six inputs: ten minutes in total. */
const defaultSeconds = 100;

export function fuzzOptions(): FuzzOptions {
  const { FUZZ_SEED: seed, FUZZ_SECONDS: seconds } = process.env;
  return {
    seed: seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeOf('FUZZ_SEED', seed),
    seconds: seconds === undefined ? defaultSeconds : wholeOf('FUZZ_SECONDS', seconds),
  };
}

function wholeOf(name: string, text: string): number {
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} must be a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
