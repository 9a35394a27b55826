import { missingMigrations } from '../../infra/clickhouse/migrate/migrations.ts';
import { ownerOfTables, refuseOthersTables } from '../../infra/clickhouse/migrate/tables-owner.ts';
import type { TablesUser } from '../../infra/clickhouse/server/user-rights.ts';
import { refuseOtherTables } from '../../infra/clickhouse/migrate/tables-format.ts';
import { openArtifacts } from '../../infra/artifacts/open-artifacts.ts';
import type { Config } from '../../infra/config/config.ts';
import { applyKafkaTopics } from '../../infra/log/kafka/topics/apply-topics.ts';
import type { Logger } from '../../infra/logger.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { type Engine, isCluster, openEngine } from '../engine/open-engine.ts';
import { kafkaOptions, remoteRegistry } from '../engine/kafka-engine.ts';
import { findingsOf, givenUp } from '../engine/log-findings.ts';
import { logIdOf } from '../engine/log-id.ts';
import { openJobLane, placeOfTables, storedTables } from '../engine/server-lanes.ts';
import { type Check, checkOf } from './check.ts';
import { tablesUserCheck } from './tables-user-check.ts';
import { unreadNotes } from './unread-notes.ts';
import { tenantKeysCheck } from './tenant-keys-check.ts';

/** Largest clock difference in milliseconds; with a larger one, events are refused because they lie in the future. */
const largestSkewMs = 60_000;

/** Engines by URL, one line each: brokers and topics, schema registry, groups, tables, clock, artifacts. */
export async function clusterChecks(
  config: Config,
  logger: Logger,
  tablesUser: TablesUser | null,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  let engine: Engine | null = null;
  if (isCluster(config)) {
    checks.push(
      await checkOf('brokers and topics', 'check ATTESTRY_KAFKA_…, then run attestry topics apply', () =>
        findTopics(config, logger),
      ),
      await checkOf('schema registry', 'check ATTESTRY_SCHEMA_REGISTRY_…', async () => {
        await remoteRegistry(config).registerCommitted(config.topicPrefix);
        return 'has all schemas';
      }),
    );
    checks.push(
      await checkOf('log', 'see the lines above', async () => {
        engine = await openEngine(config, logger);
        return `opens, id ${engine.log.logId}`;
      }),
    );
  }
  const opened = engine as Engine | null;
  try {
    if (opened !== null) {
      checks.push(
        await checkOf('records', 'see docs/runbooks/records-lost.md', () => findLostRecords(opened)),
        await checkOf('roles', 'the user needs the right to describe groups', () => findRoles(opened)),
        await checkOf('artifacts', 'check ATTESTRY_ARTIFACTS_URL', () => findArtifacts(config)),
        await tenantKeysCheck(config, opened),
        ...(await unreadNotes(opened, config)),
      );
    }
    if (config.clickhouseUrl !== null) checks.push(...(await tablesChecks(config, opened, logger, tablesUser)));
  } finally {
    await opened?.close();
  }
  return checks;
}

async function findTopics(config: Config, logger: Logger): Promise<string> {
  const { topicPartitions: partitions, topicReplication: replication } = config;
  const reports = await applyKafkaTopics({ ...kafkaOptions(config, logger), partitions, replication, dryRun: true });
  const missing = reports.filter(({ state }) => state === 'missing');
  if (missing.length > 0) throw new Error(`${missing.length} of ${reports.length} topics are missing`);
  const deviations = reports.flatMap(({ topic, differences }) => differences.map((one) => `${topic}: ${one}`));
  if (reports.some(({ matters }) => matters)) throw new Error(deviations.join('; '));
  return [`${reports.length} topics are there`, ...deviations].join('; ');
}

/** Records that brokers have deleted, or will delete, although they must be kept. */
async function findLostRecords({ log }: Engine): Promise<string> {
  const inspection = await log.inspect?.();
  if (inspection === undefined) return 'all are kept';
  const findings = findingsOf(inspection);
  if (findings.length > 0) throw new Error(findings.join('; '));
  const given = givenUp(inspection);
  return given ?? 'all are kept as long as they must be';
}

/** Reports which consumers run. A missing one is no failure: it may be about to start. */
async function findRoles({ processors }: Engine): Promise<string> {
  const running = await Promise.all(consumers.map(({ name }) => processors.isRunning(name)));
  const idle = consumers.filter((_, index) => running[index] === false).map(({ name }) => name);
  return idle.length === 0 ? 'all run' : `no process runs ${idle.join(', ')}`;
}

async function findArtifacts(config: Config): Promise<string> {
  const store = await openArtifacts(config);
  await store.has('0'.repeat(64));
  return config.artifactsUrl ?? 'in the data directory: no other process finds them, name a place for all';
}

async function tablesChecks(
  config: Config,
  engine: Engine | null,
  logger: Logger,
  tablesUser: TablesUser | null,
): Promise<readonly Check[]> {
  const tables = openJobLane(config);
  try {
    const check = await checkOf('tables', 'check ATTESTRY_CLICKHOUSE_URL, then run attestry migrate', async () => {
      await refuseOtherTables(tables, storedTables(config));
      const owner = await ownerOfTables(tables);
      // Brokers that are away have a line of their own.
      const named = isCluster(config) ? null : await logIdOf(config, logger);
      const logId = engine?.log.logId ?? named;
      if (owner.kind !== 'log' || logId !== null) refuseOthersTables(owner, logId ?? '', placeOfTables(config));
      if (owner.kind === 'none') throw new Error('there are none yet');
      const missing = await missingMigrations(tables);
      if (missing.length > 0) throw new Error(`they lack ${missing.join(', ')}`);
      const bound = owner.kind === 'log' ? owner.logId : null;
      return bound === null ? 'up to date, not filled yet' : `up to date, filled from log ${bound}`;
    });
    const clock = await checkOf('clock', 'set the clocks of all machines by NTP', async () => {
      const [row] = await tables.query<{ readonly now: string }>('SELECT toUnixTimestamp64Milli(now64(3)) AS now');
      const skew = Math.abs(Date.now() - Number(row?.now ?? 0));
      if (skew > largestSkewMs) throw new Error(`this machine and ClickHouse differ by ${Math.round(skew / 1000)} s`);
      return `${skew} ms from that of ClickHouse`;
    });
    const user = await tablesUserCheck(config, tables, tablesUser);
    return check.ok || tablesUser !== null ? [check, clock, user] : [check];
  } finally {
    await tables.close();
  }
}
