/** Where a chain of controllers was not followed further, a fact and not an error. */
export type Cut = 'depth' | 'size' | 'cycle';

/** The controllers of one asset. */
export interface ControllerGraph {
  readonly root: string;
  /** Accounts that were read, in the order they were found; without the asset unless it controls one of them. */
  readonly accounts: readonly string[];
  readonly cuts: ReadonlyMap<string, Cut>;
}

const deepest = 6;
const mostAccounts = 200;

/** The walk from one asset. `level` holds the accounts to read next. */
export interface Branch {
  readonly root: string;
  readonly depths: Map<string, number>;
  readonly cuts: Map<string, Cut>;
  level: readonly string[];
}

export const openBranch = (root: string): Branch => ({
  root,
  depths: new Map([[root, 0]]),
  cuts: new Map(),
  level: [root],
});

/** Moves a walk to the accounts that control those of its level, which were read at `depth`. */
export function advance(branch: Branch, depth: number, next: (address: string) => readonly string[]): void {
  const level: string[] = [];
  for (const address of branch.level) {
    for (const one of next(address).filter((found) => !branch.depths.has(found))) {
      if (depth === deepest) branch.cuts.set(address, 'depth');
      // The asset itself is not counted.
      else if (branch.depths.size > mostAccounts) branch.cuts.set(address, 'size');
      else {
        branch.depths.set(one, depth + 1);
        level.push(one);
      }
    }
  }
  branch.level = level;
}

export function graphOf(branch: Branch, next: (address: string) => readonly string[]): ControllerGraph {
  const { root, depths } = branch;
  const cuts = new Map(branch.cuts);
  const isBack = (from: string, to: string): boolean =>
    (depths.get(to) ?? Number.POSITIVE_INFINITY) <= (depths.get(from) ?? 0) && reaches(to, from, next);
  for (const address of depths.keys()) {
    if (!cuts.has(address) && next(address).some((to) => isBack(address, to))) cuts.set(address, 'cycle');
  }
  const controlsItself = [...depths.keys()].some((address) => next(address).includes(root));
  return { root, accounts: [...depths.keys()].filter((address) => address !== root || controlsItself), cuts };
}

function reaches(from: string, to: string, next: (address: string) => readonly string[]): boolean {
  const seen = new Set([from]);
  for (const address of seen) {
    if (address === to) return true;
    for (const one of next(address)) seen.add(one);
  }
  return false;
}
