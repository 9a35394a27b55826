import type { OpenStateStore } from '../../../infra/state/store.ts';

/** Counts the commits of each processor: a partition that is restored or compared commits, long before its position moves. */
export function countCommits(openStore: OpenStateStore): {
  readonly openStore: OpenStateStore;
  readonly commits: () => Readonly<Record<string, number>>;
} {
  const counts = new Map<string, number>();
  return {
    openStore: (processor, environment) => {
      const store = openStore(processor, environment);
      return {
        ...store,
        commit: async (commit) => {
          await store.commit(commit);
          counts.set(processor, (counts.get(processor) ?? 0) + 1);
        },
      };
    },
    commits: () => Object.fromEntries(counts),
  };
}
