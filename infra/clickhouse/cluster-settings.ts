/**
 * What the connections of each role set on a cluster, beside the settings that are the same everywhere.
 *
 * A key that was revoked or a watch that was removed must be so on every host that answers: account rows count as written
 * when most hosts have them, one insert at a time, and a reader is refused by a host that lacks one, also where the process
 * that writes them reads keys and news. Rows of the other tables count as written when most replicas of their shard have
 * them; they are read from any. What is sent again replaces what is there, so no block may be dropped for being like an
 * earlier one. Jobs write what says which tables these are, and must not read
 * it on a host that lacks it: two identities of one set of tables would have them filled twice.
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
