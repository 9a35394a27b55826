/** Input of one part of the program: how it is generated, and what must hold for it. */
import type fc from 'fast-check';

export interface Verdict {
  /** What the program did with the input, for the totals: `accepted`, `refused`, a status. */
  readonly outcome: string;
  /** What must not have happened; null if all holds. */
  readonly problem: string | null;
}

/** `C` is plain JSON, so that an input can be kept as a file. */
export interface FuzzedInput<C> {
  /** Folder of the kept inputs below `tests/fixtures/fuzz`. */
  readonly name: string;
  readonly inputs: fc.Arbitrary<C>;
  readonly judge: (input: C) => Promise<Verdict>;
  /** Longest CPU time of one input, milliseconds; 5 s unless given. CPU time, because a test process may be paused. */
  readonly mostCpuMs?: number;
}

/** Growth of the used memory over a run, bytes. */
export const mostGrowth = 64 * 1024 ** 2;
