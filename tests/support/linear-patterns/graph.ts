/** States and the states to which they lead. */
import type { Automaton } from './automaton.ts';

export const targetsOf = ({ steps }: Automaton, state: number): readonly number[] =>
  (steps[state] ?? []).map(({ to }) => to);

type Targets = readonly (readonly number[])[];

/** The same steps, backward. */
export function turned(targets: Targets): Targets {
  const sources: number[][] = targets.map(() => []);
  targets.forEach((own, state) => own.forEach((to) => sources[to]?.push(state)));
  return sources;
}

export function reachableFrom(targets: Targets, from: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const open = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const to of targets[state] ?? []) {
      if (!seen.has(to)) open.push(to);
      seen.add(to);
    }
  }
  return seen;
}

/** States that lead back to themselves, with those that lead to each other together (Kosaraju's algorithm). */
export function cyclesOf(forward: Targets, backward: Targets): readonly (readonly number[])[] {
  const done = new Set<number>();
  const order = forward.flatMap((_, state) => postOrder(state, forward, done)).reverse();
  const grouped = new Set<number>();
  return order
    .map((state) => postOrder(state, backward, grouped))
    .filter(([first = 0, ...others]) => others.length > 0 || forward[first]?.includes(first) === true);
}

/** States that are reached from one and not done yet, each after those that it leads to. */
function postOrder(from: number, next: Targets, done: Set<number>): readonly number[] {
  if (done.has(from)) return [];
  done.add(from);
  const order: number[] = [];
  const open = [{ state: from, at: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const to = next[top.state]?.[top.at];
    top.at += 1;
    if (to === undefined) {
      order.push(top.state);
      open.pop();
    } else if (!done.has(to)) {
      done.add(to);
      open.push({ state: to, at: 0 });
    }
  }
  return order;
}
