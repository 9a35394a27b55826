/**
 * Assets whose redemption fee differs in each reading, on a running cluster: every reading but the first opens a change, a
 * draft that the next reading withdraws.
 */
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { type Engine, openEngine } from '../../../cli/engine/open-engine.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { type TopicName, topicNames } from '../../../schemas/topics.ts';
import { silent } from '../../cli/harness.ts';
import { observation } from '../../pipeline/changes/builders.ts';
import { registryLines, testId, writeLines } from '../../support/demo-world.ts';
import { ofAsset } from '../../support/folded-world.ts';
import type { TestCluster } from './cluster.ts';

/** Number of assets. */
export const assets = 60;
/** The established fee in basis points, and the number of other fees. */
const [established, others] = [10, 9_000];
const sourceHash = `sha256:${'ab'.repeat(32)}`;
const start = Date.UTC(2026, 2, 1);

export interface Fees {
  readonly engine: Engine;
  readonly nextReadings: (count: number) => readonly Observation[];
  readonly append: (readings: readonly Observation[]) => Promise<void>;
  /** Asserts that the log and the tables have each change once. */
  readonly areComplete: () => Promise<void>;
  readonly rows: (sql: string) => Promise<readonly string[]>;
  readonly ends: (topic: TopicName) => Promise<readonly number[]>;
  readonly allEnds: () => Promise<Readonly<Record<string, number>>>;
}

/** Declares the assets, of an issuer with these wallets, and appends the first readings. Roles must be running. */
export async function openFees(cluster: TestCluster, wallets: readonly string[]): Promise<Fees> {
  const { config } = loadConfig({ ...cluster.env, ATTESTRY_DATA_DIR: join(cluster.directory, 'tools') });
  const lines = registryLines({ assets, wallets });
  await cluster.json('registry', 'import', writeLines(cluster.directory, 'world.ndjson', lines));
  const engine = await openEngine(config, silent);
  let observed = 0;
  const nextReadings: Fees['nextReadings'] = (count) =>
    Array.from({ length: count }, () => {
      const n = observed++;
      const value = { bps: String(n < assets ? established : established + 1 + (n % others)) };
      const fee = { field: 'redemption_fee', sourceKey: 'terms', value, sourceHash };
      return ofAsset(observation({ ...fee, observedAt: start + n * 1_000 }), testId(`asset-${n % assets}`));
    });
  const append: Fees['append'] = async (readings) => {
    const values = readings.map((value) => ({ value, timestamp: value.observedAt }));
    await appendValues(engine, 'observations', values);
  };
  const rows: Fees['rows'] = async (sql) => {
    const response = await fetch(`${cluster.tables.url}/?database=attestry`, { method: 'POST', body: sql });
    const text = await response.text();
    assert.ok(response.ok, text);
    return text.trim().split('\n');
  };
  const ends: Fees['ends'] = async (topic) => (await engine.log.ranges(topic)).map(({ end }) => end);
  await append(nextReadings(assets));
  return {
    engine,
    nextReadings,
    append,
    areComplete: async () => {
      const changes = observed - assets;
      assert.equal(await rows(changedFees), [[changes, changes, changes].join('\t')], 'changes, ids, causes');
      const { lost, duplicate, differing } = await cluster.json<Record<string, number>>('verify');
      assert.equal([lost, duplicate, differing], [0, 0, 0]);
    },
    rows,
    ends,
    allEnds: async () => {
      const all: Record<string, number> = {};
      for (const topic of topicNames) all[topic] = (await ends(topic)).reduce((sum, end) => sum + end, 0);
      return all;
    },
  };
}

const changedFees =
  "SELECT count(), uniqExact(id), uniqExact(new_observation_id) FROM store_changes FINAL WHERE field = 'redemption_fee' FORMAT TSV";
