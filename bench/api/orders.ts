import { performance } from 'node:perf_hooks';
import { type FeedFilter, unfiltered } from '../../api/readmodel/resources/changes/filter.ts';
import { pickChanges } from '../../api/readmodel/resources/changes/queries.ts';
import { readSnapshot } from '../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { openServiceTables, type ServiceTables } from '../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../infra/config/config.ts';
import { dayMs } from '../../schemas/values/durations.ts';
import type { BenchOptions } from '../bench.ts';
import { type Measurement, percentile, ratioAtMost } from '../measurement.ts';
import { openBenchEngine } from '../support/engines/engine.ts';
import { inFolder } from '../support/engines/folder.ts';
import { type Holder, makeMonitoredWorld } from '../support/samples/monitored-world.ts';
import { seedBySql } from '../support/samples/seed-by-sql.ts';

/** A hundred changes each. */
const assets = 2_005;
const holders = 40;
const watched = 50;
const rounds = 5;

const year = { ...unfiltered, since: Date.now() - 365 * dayMs } as const;

/** Each order beside the one that it is measured against. */
const pairs: readonly (readonly [name: string, order: FeedFilter, floorName: string, floor: FeedFilter])[] = [
  [
    'feed by severity, a year',
    { ...year, sort: 'severity' },
    'the same feed by impact, in turn with it',
    { ...year, sort: 'impact' },
  ],
  [
    'feed of what became known, a year',
    { ...year, by: 'known' },
    'the same feed of what was detected, in turn with it',
    year,
  ],
];

/** The pick of a feed in each order, over the same tables: from one holder to the next, the orders change places. */
export function benchOrders({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = makeMonitoredWorld(Math.round(assets * scale), holders, watched);
  return inFolder(async (directory) => {
    const changes = await seedBySql(directory, monitored);
    process.stderr.write(`  orders: ${changes} changes\n`);
    const engine = await openBenchEngine(directory);
    const tables = await openServiceTables(loadConfig({ ATTESTRY_DATA_DIR: directory }).config, engine.log.logId);
    const figures: Measurement[] = [];
    for (const [name, order, floorName, floor] of pairs) {
      const [times, floors] = await inTurn(tables, monitored.holders, order, floor);
      for (const percent of [50, 95]) {
        figures.push({
          name: `${name}, ${changes.toLocaleString('en-US')} changes, p${percent}`,
          unit: 'ms',
          value: percentile(times, percent),
          floor: { name: floorName, value: percentile(floors, percent) },
          target: percent === 50 ? ratioAtMost(1.1) : null,
        });
      }
    }
    await tables.close();
    await engine.close();
    return figures;
  });
}

async function inTurn(
  { api }: ServiceTables,
  of: readonly Holder[],
  order: FeedFilter,
  floor: FeedFilter,
): Promise<readonly [times: readonly number[], floors: readonly number[]]> {
  const times: number[] = [];
  const floors: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { tenantId }] of of.entries()) {
      const snapshot = await readSnapshot(api, tenantId);
      const timed = async (filter: FeedFilter, into: number[]): Promise<void> => {
        const begun = performance.now();
        const { changes } = await pickChanges(api, snapshot, filter);
        const took = performance.now() - begun;
        if (changes.length === 0) throw new Error('a feed without changes');
        // The first round warms the tables up.
        if (round >= 0) into.push(took);
      };
      const turns = [() => timed(order, times), () => timed(floor, floors)];
      if ((index + round) % 2 !== 0) turns.reverse();
      for (const turn of turns) await turn();
    }
  }
  return [times, floors];
}
