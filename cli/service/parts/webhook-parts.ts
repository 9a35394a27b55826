import { randomUUID } from 'node:crypto';
import { createChangeCache } from '../../../api/readmodel/memory/changes/change-cache.ts';
import { createTenantSnapshots } from '../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { createEventReader } from '../../../api/readmodel/resources/stream/read-events.ts';
import { shareReads } from '../../../api/readmodel/resources/stream/share-reads.ts';
import { withDeadline } from '../../../api/readmodel/tables/deadline.ts';
import { startDeliverer } from '../../../api/readmodel/webhooks/deliverer.ts';
import { commandSender } from '../../accounts/command-sender.ts';
import { textsOverTables } from '../../accounts/tenant-keys.ts';
import { isCluster } from '../../engine/open-engine.ts';
import { definePart, nothing } from '../part.ts';
import { startCaches } from '../start-caches.ts';
import { webhookSender } from '../webhook-sender.ts';
import { shareTenants } from '../workers/feed-shares.ts';

/** The caches of a process without the API. */
export const filledCaches = definePart({
  name: 'filled caches',
  needs: ['caches'],
  gives: [],
  start: async (process, { caches }) => {
    await startCaches({ ...process, caches });
    return nothing;
  },
});

/** Sends the webhooks: in `up` those of all tenants; in a cluster the processes share the partitions of tenants. */
export const webhooks = definePart({
  name: 'webhooks',
  needs: ['engine', 'readers', 'caches'],
  gives: ['deliverer'],
  start: async (process, { engine, readers, caches }) => {
    const { role, config, logger, clock, lifecycle, board, stage, onDeath } = process;
    stage('webhooks');
    const { freshness: versions, recent, registry, outcomes } = caches;
    const tables = withDeadline(readers.tables);
    const snapshots = createTenantSnapshots(tables, versions, clock);
    const store = createChangeCache(tables);
    const shares = isCluster(config) ? shareTenants(engine.log) : null;
    shares?.done.catch((error: unknown) => onDeath(`the group of deliver ended: ${String(error)}`));
    const deliverer = await lifecycle.start('webhooks', async () => {
      const value = startDeliverer({
        clock,
        logger,
        tables,
        versions,
        outcomes,
        snapshots,
        ids: randomUUID,
        random: Math.random,
        reader: shareReads(createEventReader({ tables, registry, versions, recent, snapshots, store })),
        commands: commandSender(engine, clock),
        post: webhookSender(config).post,
        texts: textsOverTables(config, clock, readers.keyTables),
        isOwned: (partition) => shares?.hasPartition(partition) ?? true,
        onFinding: (finding) => board.note('webhooks', finding),
        ...(readers.pushed ? { pollMs: restingMs } : {}),
      });
      value.done.catch((error: unknown) => onDeath(`sending webhooks ended: ${String(error)}`));
      const stop = async (): Promise<void> => {
        await value.stop();
        await shares?.stop();
      };
      return { value, stop };
    });
    if (role !== 'up') board.started('deliver');
    return { deliverer };
  },
});

/** Where the sink is in the process, a change of an endpoint is pushed. */
const restingMs = 30_000;
