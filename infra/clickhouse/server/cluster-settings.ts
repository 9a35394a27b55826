/**
 * Settings that the connections of each role have on a cluster, beside those that are the same everywhere.
 *
 * A revoked key or a removed watch must be so on every host that answers. So an insert of account rows waits for a quorum of
 * all hosts, one insert at a time, and a host that lacks one rejects reads, also those of the process that writes them. An
 * insert into the other tables waits for a quorum of the replicas of its shard; any replica answers reads. Rows that are
 * inserted again must replace the earlier ones, so deduplication of blocks is off. Jobs write the identity of the tables and
 * must not read it from a host that lacks it: a second identity would make the sink fill the tables twice.
 */
export const clusterSettings = {
  accounts: {
    insert_deduplicate: '0',
    insert_quorum: 'auto',
    insert_quorum_parallel: '0',
    select_sequential_consistency: '1',
  },
  sink: { distributed_foreground_insert: '1', insert_deduplicate: '0', insert_quorum: 'auto' },
  jobs: {
    distributed_foreground_insert: '1',
    insert_deduplicate: '0',
    insert_quorum: 'auto',
    insert_quorum_parallel: '0',
    select_sequential_consistency: '1',
  },
  api: { select_sequential_consistency: '1' },
} as const;
