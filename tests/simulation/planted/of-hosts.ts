import type { PlantedFault } from './planted-fault.ts';

const fault = (name: string, what: string, file: string, find: string, replace: string): PlantedFault => ({
  name,
  world: 'hosts',
  what,
  within: 130,
  edits: [{ file: `pipeline/runtime/partitions/${file}`, find, replace }],
});

/** Partitions that move between hosts. */
export const faultsOfHosts: readonly PlantedFault[] = [
  fault(
    'fence-ignored',
    'a host commits for a partition that it has lost',
    'assignments.ts',
    'if (!assignment.isOwned()) return false;\n    await store.commit(commit);',
    'await store.commit(commit);',
  ),
  fault(
    'zombie-unseen',
    'late writes of a former owner are not repaired',
    'zombie-writes.ts',
    'if (isOwn(record)) continue;',
    'continue;',
  ),
];
