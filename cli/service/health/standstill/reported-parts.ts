import type { PartAt } from './standstills.ts';

/** What a publisher or a reader reports of itself: it has moved, and by when it has to move again. */
export interface Move {
  /** A plain name that stays the same, such as `feed ofac-sdn`. */
  readonly part: string;
  /** Milliseconds until it has work again; 0 while it is at work; null when it has ended or has none. */
  readonly dueInMs: number | null;
  /** Its work, as the end of a sentence. */
  readonly waiting: string;
}

export interface ReportedParts {
  readonly moved: (move: Move) => void;
  /** A thread has answered. */
  readonly pulse: (thread: string) => void;
  /** The thread has ended. */
  readonly ended: (thread: string) => void;
  readonly parts: () => readonly PartAt[];
}

/**
 * @param elapsed milliseconds of a clock that never jumps
 * @param inHand the record that a thread works at, as a text; null when it works at none
 */
export function createReportedParts(elapsed: () => number, inHand: (thread: string) => string | null): ReportedParts {
  const moves = new Map<string, { readonly move: Move; readonly at: number; readonly count: number }>();
  const pulses = new Map<string, number>();
  return {
    moved: (move) => {
      const count = (moves.get(move.part)?.count ?? 0) + 1;
      moves.set(move.part, { move, at: elapsed(), count });
    },
    pulse: (thread) => void pulses.set(thread, (pulses.get(thread) ?? 0) + 1),
    ended: (thread) => void pulses.delete(thread),
    parts: () => [
      ...[...moves.values()].map(({ move: { part, dueInMs, waiting }, at, count }) => ({
        part,
        at: String(count),
        waiting: dueInMs === null ? null : waiting,
        dueInMs: Math.max(0, (dueInMs ?? 0) + at - elapsed()),
      })),
      ...[...pulses].map(([thread, count]) => {
        const record = inHand(thread);
        return {
          part: `the ${thread} thread`,
          at: String(count),
          waiting: record === null ? 'it answers nothing' : `it does not come back from ${record}`,
        };
      }),
    ],
  };
}
