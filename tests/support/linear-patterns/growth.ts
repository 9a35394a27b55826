/**
 * Whether a backtracking matcher may take more than linear time for a pattern, on a text that does not match. Two conditions of
 * Weber and Seidl (On the degree of ambiguity of finite automata, 1991), over all ways instead of those that end in a match: a
 * word that leads from a state to itself in two ways doubles them each time; one that leads from a state p to p, from p to q and
 * from q to q adds a way each time. The search for the begin of a match is such a state p.
 */
import { type Automaton, automatonOf, NotAnalysed, parsed, type Step } from './automaton.ts';

import { cyclesOf, reachableFrom, targetsOf, turned } from './graph.ts';
import { isFinite } from './parts.ts';

/** Combinations of states that are tried. */
const mostTried = 3_000_000;

/** Why a pattern may take more than linear time, as a sentence; null when it never does. */
export function growthOf(source: string, flags: string): string | null {
  const pattern = parsed(source, flags);
  if (pattern.alternatives.every(isFinite)) return null;
  try {
    return growth(automatonOf(pattern, flags));
  } catch (error) {
    if (error instanceof NotAnalysed) return error.message;
    throw error;
  }
}

/** Where a character of a class leads from a state, by how many ways, at most two. */
type Moves = (state: number, before: number, next: number) => ReadonlyMap<number, number>;

function movesOf({ labels, steps, alphabet }: Automaton, isTaken: (step: Step) => boolean): Moves {
  const known = new Map<number, ReadonlyMap<number, number>>();
  return (state, before, next) => {
    const key = (state * (alphabet.size + 1) + before + 1) * alphabet.size + next;
    const found = known.get(key);
    if (found !== undefined) return found;
    const moves = new Map<number, number>();
    for (const step of steps[state] ?? []) {
      const { to, conditions } = step;
      if (labels[to]?.has(next) !== true || !isTaken(step) || !conditions.every((isOpen) => isOpen(before, next)))
        continue;
      moves.set(to, Math.min((moves.get(to) ?? 0) + 1, 2));
    }
    known.set(key, moves);
    return moves;
  };
}

function growth(automaton: Automaton): string | null {
  const { labels, alphabet } = automaton;
  // Each combination of three states and a class has a number of its own.
  if (!Number.isSafeInteger(labels.length ** 3 * alphabet.size)) throw new NotAnalysed('it has too many states');
  const moves = movesOf(automaton, () => true);
  const unsafeMoves = movesOf(automaton, ({ isSafe }) => !isSafe);
  const forward = automaton.labels.map((_, state) => targetsOf(automaton, state));
  const backward = turned(forward);
  const parts = cyclesOf(forward, backward);
  const cyclic = parts.flat();
  const partOf = new Map<number, ReadonlySet<number>>(
    parts.flatMap((part) => {
      const states = new Set(part);
      return part.map((state) => [state, states] as const);
    }),
  );
  const partAt = (state: number): ReadonlySet<number> => partOf.get(state) ?? new Set();
  let tried = 0;
  const budget = (): void => {
    tried += 1;
    if (tried > mostTried) throw new NotAnalysed('it has too many ways to be checked');
  };
  for (const p of cyclic) {
    if (isDoubled(automaton, moves, p, partAt(p), budget)) return 'a part of it repeats in two ways';
  }
  const leading = new Map<number, ReadonlySet<number>>();
  const leadingTo = (state: number): ReadonlySet<number> => {
    const states = leading.get(state) ?? reachableFrom(backward, state);
    leading.set(state, states);
    return states;
  };
  for (const p of cyclic) {
    const reached = reachableFrom(forward, p);
    for (const q of cyclic) {
      if (p === q || !reached.has(q)) continue;
      const [own, other] = [partAt(p), partAt(q)];
      if (own === other) continue;
      if (isAdded(automaton, { moves, unsafeMoves }, { p, q, own, other, between: leadingTo(q) }, budget)) {
        return p === 0
          ? 'a repetition is searched again from each place of the text that it covers'
          : 'two repetitions in a row cover the same text';
      }
    }
  }
  return null;
}

const classesOf = ({ alphabet, labels }: Automaton, state: number): Iterable<number> => labels[state] ?? alphabet.all;

/** Whether a word leads from `p` to itself in two ways. */
function isDoubled(
  automaton: Automaton,
  moves: Moves,
  p: number,
  part: ReadonlySet<number>,
  budget: () => void,
): boolean {
  const { alphabet, labels } = automaton;
  for (const start of classesOf(automaton, p)) {
    const seen = new Set<number>();
    const open: (readonly [number, number, number, boolean])[] = [[p, p, start, false]];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y, before, isApart] = at;
      for (const next of alphabet.all) {
        const ofX = moves(x, before, next);
        const ofY = moves(y, before, next);
        for (const [toX, ways] of ofX) {
          if (!part.has(toX)) continue;
          for (const toY of ofY.keys()) {
            if (!part.has(toY)) continue;
            budget();
            const apart = isApart || toX !== toY || (x === y && ways > 1);
            if (apart && toX === p && toY === p && next === start) return true;
            const key = ((toX * labels.length + toY) * alphabet.size + next) * 2 + Number(apart);
            if (!seen.has(key)) open.push([toX, toY, next, apart]);
            seen.add(key);
          }
        }
      }
    }
  }
  return false;
}

interface BothMoves {
  readonly moves: Moves;
  /** Where the way of `q` passes a match each time, the matcher never comes back from it without one. */
  readonly unsafeMoves: Moves;
}

interface Pair {
  readonly p: number;
  readonly q: number;
  readonly own: ReadonlySet<number>;
  readonly other: ReadonlySet<number>;
  /** States that lead to `q`. */
  readonly between: ReadonlySet<number>;
}

/** Whether one word leads from `p` to `p`, from `p` to `q`, and from `q` to `q`. */
function isAdded(
  automaton: Automaton,
  { moves, unsafeMoves }: BothMoves,
  { p, q, own, other, between }: Pair,
  budget: () => void,
): boolean {
  const { alphabet, labels } = automaton;
  for (const start of classesOf(automaton, p)) {
    if (labels[q]?.has(start) !== true) continue;
    const seen = new Set<number>();
    const open: (readonly [number, number, number, number])[] = [[p, p, q, start]];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y, z, before] = at;
      for (const next of alphabet.all) {
        for (const toX of moves(x, before, next).keys()) {
          if (!own.has(toX)) continue;
          for (const toZ of unsafeMoves(z, before, next).keys()) {
            if (!other.has(toZ)) continue;
            for (const toY of moves(y, before, next).keys()) {
              if (!between.has(toY)) continue;
              budget();
              if (toX === p && toY === q && toZ === q && next === start) return true;
              const key = ((toX * labels.length + toY) * labels.length + toZ) * alphabet.size + next;
              if (!seen.has(key)) open.push([toX, toY, toZ, next]);
              seen.add(key);
            }
          }
        }
      }
    }
  }
  return false;
}
