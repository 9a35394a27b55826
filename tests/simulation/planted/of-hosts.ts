import { type PlantedFault, plantedIn } from './planted-fault.ts';

const fault = plantedIn('hosts', 50);
const seldom = plantedIn('hosts', 100);
const folder = 'pipeline/runtime/partitions';
const joins = 'pipeline/screening/applied-matches.ts';

/** Partitions that move between hosts. */
export const faultsOfHosts: readonly PlantedFault[] = [
  fault(
    'fence-ignored',
    'a host commits for a partition that it has lost',
    `${folder}/assignments.ts`,
    'if (!assignment.isOwned()) return false;\n    await store.commit(commit);',
    'await store.commit(commit);',
  ),
  fault(
    'emitted-again',
    'rows that an earlier owner has processed are emitted again',
    `${folder}/assignments.ts`,
    "offset >= emittedUpTo ? 'all' :",
    "offset >= 0 ? 'all' :",
  ),
  seldom(
    'zombie-unseen',
    'late writes of a former owner are not repaired',
    `${folder}/zombie-writes.ts`,
    'if (order !== null) continue;',
    'continue;',
  ),
  fault(
    'restore-skipped',
    'a state that is behind what the group has committed is not restored',
    `${folder}/restore.ts`,
    'if (!isMissing && !isBehind) return;',
    'if (!isMissing) return;',
  ),
  fault(
    'incomplete-cause-kept',
    'outputs of a commit that was cut short count as complete',
    'pipeline/accounts/restore.ts',
    'if (last >= Math.max(until, low)) return last;',
    '',
  ),
  fault(
    'globals-not-to-end',
    'a new owner compares with fewer global records than the last one had',
    `${folder}/catch-up.ts`,
    'if (!isSoleOwner) await context.globals.toEnd(assigned);',
    '',
  ),
  seldom(
    'compacted-counts-as-written',
    'own records that compaction has removed count as what readers know last',
    joins,
    'if (unread.length === 0) continue;',
    'if (unread.length >= 0) continue;',
  ),
];
