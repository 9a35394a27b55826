/** Real embedded engines in a directory of their own, small processors, and ways to make a commit or an artifact fail. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedEngine, openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import type { LogRecord } from '../../../infra/log/log.ts';
import { createLogger } from '../../../infra/logger.ts';
import type { StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { ProcessorHealth, RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { type Codec, createCodec } from '../../../schemas/codec.ts';
import type { FeedCapture, FeedRun, RegistryParty } from '../../../schemas/generated/records.ts';
import { subjectOf, type TopicName, topicNames, topics, type ValueOf } from '../../../schemas/topics.ts';
import { reached } from '../../support/reached.ts';

/** For files elsewhere that wait in real time. */

const prefix = 'attestry.';

/** What a test may do to a commit before it is made; throwing there is a crash before, `after` one behind it. */
interface Faults {
  before?: (processor: string, commit: StateCommit) => void;
  after?: (processor: string, commit: StateCommit) => void;
}

export interface World {
  readonly directory: string;
  readonly codec: Codec;
  readonly engine: EmbeddedEngine;
  readonly deps: RuntimeDeps;
  readonly health: ProcessorHealth[];
  readonly faults: Faults;
  readonly append: <T extends TopicName>(topic: T, values: readonly ValueOf<T>[], timestamp?: number) => Promise<void>;
  readonly appendBytes: (topic: TopicName, key: string, value: Buffer) => Promise<void>;
  /** Every record of a topic, partition by partition. */
  readonly records: (topic: TopicName) => Promise<readonly LogRecord[]>;
  readonly values: <T extends TopicName>(topic: T) => Promise<readonly ValueOf<T>[]>;
  /**
   * Lets everything that waits for nothing else go on: commits of no content, one after the other. Other commits that were
   * begun before are done then.
   */
  readonly turns: (count?: number) => Promise<void>;
  /** The state of a processor, all partitions, the runtime's own keys included. */
  readonly state: (processor: string, topic: TopicName) => Readonly<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

export async function openWorld(partitions = 2, over: Partial<RuntimeDeps> = {}): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-runtime-'));
  cpSync(await emptyLog(partitions), directory, { recursive: true, filter: (path) => !path.endsWith('lock.mdb') });
  const engine = openEmbeddedEngine({ directory, partitions });
  const { clock = () => 1_790_000_000_000 } = over;
  const codec = await createCodec(
    engine.schemas,
    new Map(topicNames.map((topic) => [topic, subjectOf(prefix, topic)])),
    clock,
  );
  const health: ProcessorHealth[] = [];
  const faults: Faults = {};
  const deps: RuntimeDeps = {
    log: engine.log,
    codec,
    openStore: (processor, environment) => faulty(engine.openStore(processor, environment), processor, faults),
    logger: createLogger({ level: 'silent', destination: process.stderr }),
    clock,
    random: () => 0,
    onHealth: (one) => health.push(one),
    artifact: () => Promise.reject(new Error('no artifacts here')),
    reduceArtifact: () => Promise.reject(new Error('no artifacts here')),
    ...over,
  };
  const records = async (topic: TopicName): Promise<readonly LogRecord[]> => {
    const all: LogRecord[] = [];
    for (const { partition, low, end } of await engine.log.ranges(topic)) {
      if (end > low) all.push(...(await engine.log.read({ topic, partition, from: low, maxRecords: end - low })));
    }
    return all;
  };
  return {
    directory,
    codec,
    engine,
    deps,
    health,
    faults,
    append: async (topic, values, timestamp = 1_700_000_000_000) => {
      const keyOf = topics[topic].keyOf as (value: unknown) => string;
      await engine.log.append(
        values.map((value) => ({ topic, key: keyOf(value), value: codec.encode(topic, value), timestamp })),
      );
    },
    appendBytes: async (topic, key, value) => {
      const headers = { origin: Buffer.from('test') };
      await engine.log.append([{ topic, key, value, timestamp: 1_700_000_000_000, headers }]);
    },
    records,
    values: async <T extends TopicName>(topic: T) =>
      (await records(topic)).map(({ value }) => codec.decode(topic, value ?? Buffer.alloc(0))),
    turns: async (count = 10) => {
      const store = engine.openStore('turns of a test', 'data');
      const writes = new Map([['turn', Buffer.from('1')]]);
      for (let turn = 0; turn < count; turn += 1) {
        await store.commit({ partition: 0, writes, positions: [], outputs: [] });
      }
    },
    state: (processor, topic) => {
      const store = engine.openStore(processor, topics[topic].environment);
      const all: Record<string, unknown> = {};
      for (let partition = 0; partition < engine.log.partitionsOf(topic); partition += 1) {
        for (const [key, bytes] of store.entries(partition, '')) {
          all[`${partition}/${key}`] = JSON.parse(bytes.toString('utf8')) as unknown;
        }
      }
      return all;
    },
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const emptyLogs = new Map<number, Promise<string>>();

/** A log with its schemas and no records: to register sixteen schemas durably for each test would take most of its time. */
function emptyLog(partitions: number): Promise<string> {
  const known = emptyLogs.get(partitions);
  if (known !== undefined) return known;
  const made = makeEmptyLog(partitions);
  emptyLogs.set(partitions, made);
  return made;
}

async function makeEmptyLog(partitions: number): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-empty-log-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const engine = openEmbeddedEngine({ directory, partitions });
  await engine.schemas.registerCommitted(prefix);
  await engine.close();
  return directory;
}

const faulty = (store: StateStore, processor: string, faults: Faults): StateStore => ({
  ...store,
  commit: async (commit) => {
    faults.before?.(processor, commit);
    await store.commit(commit);
    faults.after?.(processor, commit);
  },
});

/** Waits until a processor has committed everything of its input. */
export function untilRead(world: World, processor: string, topic: TopicName): Promise<void> {
  const store = world.engine.openStore(processor, topics[topic].environment);
  return reached(`${processor} has read ${topic}`, async () =>
    (await world.engine.log.ranges(topic)).every(
      ({ partition, end }) => (store.position(topic, partition) ?? 0) === end,
    ),
  );
}

/** How a processor ended: null when it was stopped or halted, else its error. */
export const endOf = ({ done }: RunningProcessor): Promise<Error | null> =>
  done.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

export const capture = (feed: string, number: number): FeedCapture => ({
  captureId: `${feed}-${number}`,
  feed,
  asOf: 1_700_000_000_000 + number,
  obtained: 'file',
  force: false,
  wanted: [],
  artifacts: [],
});

export const run = (captureId: string, feed: string, rows: number): FeedRun => ({
  runId: `run ${captureId}`,
  captureId,
  feed,
  status: 'accepted',
  asOf: 1_700_000_000_000,
  sha256: '',
  rows,
  added: 0,
  changed: 0,
  removed: 0,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: null,
  alarms: [],
  forced: false,
  parserVersion: '1',
});

export const party = (partyId: string, name: string): RegistryParty => ({
  partyId,
  did: '01H00000000000000000000000',
  name,
  legalName: null,
  lei: null,
  registrationNumber: null,
  country: null,
  aliases: [],
  wallets: [],
  isins: [],
  bics: [],
  taxIds: [],
  kind: 'organisation',
  birthYear: null,
  vouched: null,
  kyi: { status: 'none', at: null },
  kyb: { verified: false, at: null },
  description: '',
});
