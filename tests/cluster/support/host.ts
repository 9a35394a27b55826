/** A host that runs processors on a Kafka log in its own process: `host.ts <HostRun as JSON>`. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawn, type ChildProcess } from 'node:child_process';
import { createLogger } from '../../../infra/logger.ts';
import { openKafkaLog } from '../../../infra/log/kafka/log/kafka-log.ts';
import { openKafkaStores } from '../../../infra/state/kafka.ts';
import { createRemoteRegistry } from '../../../infra/schema-registry/remote.ts';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { createDeclare } from '../../../pipeline/registry/declare.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { runBroadcast } from '../../../pipeline/runtime/run-broadcast.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import { type Codec, createCodec } from '../../../schemas/codec.ts';
import { subjectOf, topicNames } from '../../../schemas/topics.ts';
import { feeds } from '../../pipeline/screening/harness.ts';
import type { KafkaUnderTest } from './kafka-log.ts';
import { nowMs } from '../../support/real-time.ts';

export interface HostRun extends KafkaUnderTest {
  readonly registryUrl: string;
  readonly processors: readonly string[];
}

const starts: Readonly<Record<string, (deps: RuntimeDeps) => Promise<RunningProcessor>>> = {
  detect: (deps) => runFold(deps, detectProcessor),
  declare: (deps) => runBroadcast(deps, createDeclare()),
  screen: (deps) => runBroadcast(deps, createScreen({ feeds })),
  attribute: (deps) => runBroadcast(deps, createAttribute({ registers: feeds })),
};

export async function codecFor(registryUrl: string, prefix: string): Promise<Codec> {
  const registry = createRemoteRegistry({ url: registryUrl, clock: nowMs });
  await registry.registerCommitted(prefix);
  return createCodec(registry, new Map(topicNames.map((topic) => [topic, subjectOf(prefix, topic)])), nowMs);
}

/** Starts a host, which shuts down gracefully on SIGTERM. */
export function startHost(run: HostRun): ChildProcess {
  mkdirSync(run.directory, { recursive: true });
  return spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), JSON.stringify(run)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function main(run: HostRun): Promise<void> {
  const level = process.env['ATTESTRY_TEST_LOG'] ?? 'fatal';
  const logger = createLogger({ level, destination: process.stderr });
  const log = await openKafkaLog({ ...run, logger });
  const stores = openKafkaStores(log, run);
  const none = (): Promise<never> => Promise.reject(new Error('no artifacts are read here'));
  const deps: RuntimeDeps = {
    log,
    codec: await codecFor(run.registryUrl, run.prefix),
    openStore: stores.openStore,
    logger,
    clock: nowMs,
    random: Math.random,
    onHealth: () => undefined,
    artifact: none,
    reduceArtifact: none,
  };
  const running = await Promise.all(
    run.processors.flatMap((name) => {
      const start = starts[name];
      return start === undefined ? [] : [start(deps)];
    }),
  );
  process.once('SIGTERM', () => {
    const stop = async (): Promise<void> => {
      await Promise.all(running.map((one) => one.stop()));
      await log.close();
      await stores.close();
      process.exit(0);
    };
    stop().catch(() => process.exit(1));
  });
  await Promise.all(running.map(({ done }) => done));
}

const given = process.argv[2];
if (process.argv[1] === fileURLToPath(import.meta.url) && given !== undefined) await main(JSON.parse(given) as HostRun);
