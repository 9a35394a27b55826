import { type PlantedFault, plantedIn } from './planted-fault.ts';

const fault = plantedIn('accounts', 200);
/** Needs a kill or a read within a millisecond. */
const seldom = plantedIn('accounts', 1_000);

/** Rows that the tables lack, or that caches serve too long or to others. */
export const faultsOfTables: readonly PlantedFault[] = [
  fault(
    'unclean-stop-ignored',
    'after kill -9 no row is inserted again',
    'pipeline/sink/checkpoints/engine-epoch.ts',
    '(unclean ? 1 : 0)',
    '0',
  ),
  fault(
    'epoch-ignored',
    'in a new epoch of the engine no row is inserted again',
    'pipeline/sink/checkpoints/checkpoint.ts',
    'if (isSameEpoch(checkpoint.life, epoch)) return checkpoint.next;',
    'return checkpoint.next;',
  ),
  fault(
    'epoch-not-observed',
    'a lane that reads does not stop for a new epoch',
    'pipeline/sink/run-lane.ts',
    'if (tracker.observe(seen)) consumption.stop().catch(() => undefined);',
    'tracker.observe(seen);',
  ),
  fault(
    'lost-rows-not-awaited',
    'after a power failure the API answers before the lost rows are inserted again',
    'cli/service/tables/await-refill.ts',
    'while (await isBehind()) {',
    'while ((await isBehind()) && signal.aborted) {',
  ),
  seldom(
    'lanes-set-back-themselves',
    'after a power failure the API waits before the lane has set itself back',
    'cli/service/tables/refill.ts',
    'await setBackUnsynced(store, filled, now);',
    'void [setBackUnsynced, now];',
  ),
  fault(
    'refill-forgotten',
    'a kill ends the wait for lost rows, and the next start does not wait',
    'cli/service/tables/refill.ts',
    'await setBackUnsynced(store, filled, now);',
    "await setBackUnsynced(store, filled, now);\n    await recordWhole(store, boot ?? '');",
  ),
  fault(
    'checkpoint-before-insert',
    'the checkpoint is stored before the rows',
    'pipeline/sink/write-batches.ts',
    '    if (await insert(full, insertsIn(full.prompt))) return halt(full);',
    `    await store([], [...full.prompt.positions.values()]);
    if (await insert(full, insertsIn(full.prompt))) return halt(full);`,
  ),
  fault(
    'failed-insert-skipped',
    'the lane moves on after an insert that failed',
    'pipeline/sink/run-lane.ts',
    'supervision.retry(() => options.insert(table, columns, body)),',
    'options.insert(table, columns, body).catch(() => undefined),',
  ),
  fault(
    'batch-emptied-first',
    'the lane empties its batch before it takes it to write',
    'pipeline/sink/run-lane.ts',
    '      const full = batches;\n',
    '      batches = emptyBatches();\n      const full = batches;\n',
  ),
  fault(
    'outcome-before-rows',
    'the row of the outcome is inserted beside the rows that it stands for',
    'pipeline/sink/inserts.ts',
    'return (part) => topics.size > 0 && !isLast(part) && (isRead(part) || besideLastTables.has(part.table));',
    'void isRead;\n  return () => false;',
  ),
  fault(
    'tenant-change-missed',
    "caches are not notified of a tenant's new rows",
    'cli/service/tables/insert-and-notify.ts',
    'freshness.tenantsChanged(rows.map((row) => row.tenant_id));',
    '',
  ),
  fault(
    'fresh-from-cache',
    'a second API process answers from its cache',
    'api/readmodel/memory/tenants/tenant-snapshot.ts',
    'versions.hasAllWrites && isCurrent(tenantId) ? read(tenantId) : reload(tenantId);',
    'isCurrent(tenantId) ? read(tenantId) : reload(tenantId);',
  ),
  seldom(
    'cached-while-inserting',
    "a tenant's list comes from the cache while its rows are inserted, which another process may have read",
    'api/readmodel/memory/tenant-writes.ts',
    'isSettled: (tenantId) => !writing.has(tenantId),',
    'isSettled: (tenantId) => !writing.has(tenantId) || tenantId !== "",',
  ),
  fault(
    'outcome-of-any-tenant',
    'a request is answered with the outcome of another tenant whose command has the same id',
    'api/readmodel/memory/command-outcomes.ts',
    'string => `${tenantId} ${commandId}`;',
    "string => (tenantId === '' ? '' : commandId);",
  ),
  fault(
    'snapshot-of-anyone',
    'the cache of snapshots forgets whose they are',
    'api/readmodel/memory/tenants/tenant-snapshot.ts',
    'keyOf: (tenantId) => tenantId,',
    "keyOf: () => 'tenant',",
  ),
];
