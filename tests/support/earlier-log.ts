/** A data directory as the program of an earlier commit left it: `tests/fixtures/earlier-log`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openArtifactStore } from '../../infra/artifacts/store.ts';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { createLogger } from '../../infra/logger.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import type { RuntimeDeps } from '../../pipeline/runtime/role.ts';
import { runFold } from '../../pipeline/runtime/run-fold.ts';
import { createCodec } from '../../schemas/codec.ts';
import { subjectOf, type TopicName, topicNames, type ValueOf } from '../../schemas/topics.ts';
import { fixturePath } from './fixture-path.ts';
import { reached } from './reached.ts';

export const earlierPartitions = 2;
const prefix = 'attestry.';
/** After every record of the log. */
const clock = (): number => Date.UTC(2026, 8, 21);

/** Writes the log, and the files of the register that it names, into an empty data directory. */
export async function writeEarlierLog(directory: string): Promise<void> {
  for (const environment of ['data', 'accounts']) {
    mkdirSync(join(directory, 'log', environment), { recursive: true });
    const packed = readFileSync(fixturePath('earlier-log', `${environment}.mdb.gz`));
    writeFileSync(join(directory, 'log', environment, 'data.mdb'), gunzipSync(packed));
  }
  const artifacts = await openArtifactStore(join(directory, 'artifacts'));
  for (const day of ['20260129', '20260821']) {
    const bytes = readFileSync(fixturePath('esma-emtwp', `EMTWP-${day}.csv`));
    await artifacts.put(bytes);
  }
}

interface StoredRecord<T extends TopicName> {
  readonly record: LogRecord;
  readonly value: ValueOf<T>;
}

export interface EarlierLog {
  readonly all: <T extends TopicName>(topic: T) => Promise<readonly StoredRecord<T>[]>;
  /** Folds the observations with this program, until all are read. `commit` is called around each commit of its state. */
  readonly detect: (commit?: (moment: 'before' | 'after') => void) => Promise<void>;
}

/** Opens the log while `use` runs. */
export async function withEarlierLog<T>(directory: string, use: (log: EarlierLog) => Promise<T>): Promise<T> {
  const engine = openEmbeddedEngine({ directory, partitions: earlierPartitions });
  const { log } = engine;
  await engine.schemas.registerCommitted(prefix);
  const subjects = new Map(topicNames.map((topic) => [topic, subjectOf(prefix, topic)]));
  const codec = await createCodec(engine.schemas, subjects, clock);
  const all: EarlierLog['all'] = async <T extends TopicName>(topic: T) => {
    const found: StoredRecord<T>[] = [];
    for (const { partition, low, end } of await log.ranges(topic)) {
      if (end === low) continue;
      const records = await log.read({ topic, partition, from: low, maxRecords: end - low });
      await codec.prepare(records.map(({ value }) => value));
      for (const record of records) {
        found.push({ record, value: codec.decode(topic, record.value ?? Buffer.alloc(0)) });
      }
    }
    return found;
  };
  const detect: EarlierLog['detect'] = async (commit = () => undefined) => {
    const watched = (store: StateStore): StateStore => ({
      ...store,
      commit: async (one) => {
        commit('before');
        await store.commit(one);
        commit('after');
      },
    });
    const unused = (): Promise<never> => Promise.reject(new Error('detect reads no artifacts'));
    const deps: RuntimeDeps = {
      log,
      codec,
      openStore: (name, environment) => {
        const store = engine.openStore(name, environment);
        return name === 'detect' ? watched(store) : store;
      },
      logger: createLogger({ level: 'silent', destination: process.stderr }),
      clock,
      random: () => 0,
      onHealth: () => undefined,
      artifact: unused,
      reduceArtifact: unused,
    };
    const running = await runFold(deps, detectProcessor);
    const store = engine.openStore('detect', 'data');
    const isRead = async (): Promise<boolean> =>
      (await log.ranges('observations')).every(
        ({ partition, end }) => (store.position('observations', partition) ?? 0) >= end,
      );
    await reached('detect has read the observations', isRead);
    await running.stop();
    await running.done;
  };
  try {
    return await use({ all, detect });
  } finally {
    await engine.close();
  }
}
