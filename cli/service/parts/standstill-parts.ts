import { consumers } from '../../../pipeline/processors/catalogue.ts';
import { isCluster } from '../../engine/open-engine.ts';
import { processorStatus } from '../../engine/status.ts';
import { currentReading, type Reading } from '../../engine/tables-client.ts';
import { consumerParts, watchedConsumers } from '../health/standstill/consumer-parts.ts';
import { createStandstills, type PartAt } from '../health/standstill/standstills.ts';
import { watchStandstills } from '../health/watch-standstills.ts';
import { definePart, nothing, type ServiceProcess, type Values } from '../part.ts';

/** Started last but for the requests: what it watches is there. */
export const standstillWatch = definePart({
  name: 'standstill watch',
  needs: ['engine'],
  gives: [],
  start: async (process, { engine, workers, deliverer }) => {
    const { role, chosen, lifecycle, board } = process;
    const names = watchedConsumers(role, chosen, consumers);
    const reading = readingOf(process, workers);
    // A large file may take ingest many minutes: a process that cannot see how far it is leaves it to the one that runs it.
    if (reading === null) names.delete('ingest');
    const standstills = createStandstills(() => performance.now());
    board.watchStanding(standstills.standing);
    await lifecycle.start('standstill watch', async () => {
      const value = watchStandstills({
        standstills,
        board,
        read: async () => {
          const progress = (await reading?.()) ?? null;
          const statuses = names.size === 0 ? [] : await processorStatus(engine, names);
          const readingAt = progress === null ? '' : `${progress.sha256}/${progress.records}`;
          return [
            ...consumerParts(statuses, readingAt, workers?.commits()),
            ...(workers?.parts() ?? []),
            ...delivererParts(deliverer),
          ];
        },
      });
      return { value, stop: value.stop };
    });
    return nothing;
  },
});

/** Reads how far a large file was read; null where this process cannot know it. */
function readingOf(
  { config, role }: ServiceProcess,
  workers: Values['workers'] | undefined,
): (() => Promise<Reading | null>) | null {
  if (workers !== undefined) return async () => workers.reading();
  return role === 'serve' && !isCluster(config) ? () => currentReading(config) : null;
}

function delivererParts(deliverer: Values['deliverer'] | undefined): readonly PartAt[] {
  const since = deliverer?.busySince() ?? null;
  return [{ part: 'webhooks', at: String(since), waiting: since === null ? null : 'a delivery is under way' }];
}
