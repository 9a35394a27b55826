import type { Environment as EnvironmentName } from '../../schemas/topics.ts';
import { prepareRecords, writeRecords } from '../log/append.ts';
import type { Catalogue } from '../log/catalogue.ts';
import type { Environment } from '../log/lmdb/environment.ts';
import { afterPrefix, stateHead } from '../log/lmdb/keys.ts';
import type { Wake } from '../log/wake.ts';
import type { StateCommit, StateStore } from './store.ts';

export interface EmbeddedStoreOptions {
  /** Name of the processor, with the topic prefix. */
  readonly processor: string;
  readonly environmentName: EnvironmentName;
  readonly environment: Environment;
  readonly catalogue: Catalogue;
  /** Wakes consumers of the outputs. */
  readonly announce: Wake['announce'];
}

/** LMDB limits keys to 1,978 bytes; processor name and partition come first. */
const longestKey = 1_800;

/** Entries are read in pages, so that no LMDB read transaction stays open while a caller iterates. */
const page = 256;

/** Entries that a reset deletes in one transaction. */
const resetBatch = 2_000;

/** State of a processor in the LMDB environment of its outputs: one transaction covers state, outputs and positions. */
export function openEmbeddedStore(options: EmbeddedStoreOptions): StateStore {
  const { processor, environment, catalogue } = options;
  const { state, positions } = environment;
  const heads = new Map<number, Buffer>();
  const headOf = (partition: number): Buffer => {
    const known = heads.get(partition);
    if (known !== undefined) return known;
    const head = stateHead(processor, partition);
    heads.set(partition, head);
    return head;
  };

  return {
    get: (partition, key) => state.get({ head: headOf(partition), key }),
    text: (partition, key) => state.getBinaryFast({ head: headOf(partition), key })?.toString('utf8'),
    entries: (partition, prefix) => entriesOf(environment, headOf(partition), prefix),
    position: (topic, partition) => positions.get([processor, topic, partition]) ?? null,
    commit: async (commit) => {
      const { records: outputs, release } = prepareRecords(catalogue, commit.outputs);
      for (const output of outputs) {
        if (output.environment === options.environmentName) continue;
        throw new Error(`${processor} keeps state in ${options.environmentName} but writes to ${output.environment}`);
      }
      const head = headOf(commit.partition);
      const writes = sortedWrites(commit);
      const appends = await environment.transaction(() => {
        const written = writeRecords(environment, outputs);
        for (const [key, value] of writes) {
          if (value === null) state.removeSync({ head, key });
          else state.putSync({ head, key }, value);
        }
        for (const { topic, partition, next } of commit.positions) {
          positions.putSync([processor, topic, partition], next);
        }
        return written.appends;
      });
      release();
      environment.refresh();
      options.announce(options.environmentName, appends);
    },
    version: () => positions.get([processor]) ?? null,
    reset: async (version) => {
      await forgetPositions(environment, processor);
      await forgetState(environment, processor);
      // Last: state without a version reveals an interrupted reset, which is then repeated.
      await environment.transaction(() => positions.putSync([processor], version));
      environment.refresh();
    },
  };
}

/** Sorted by key, because LMDB writes adjacent keys faster. */
function sortedWrites({ writes }: StateCommit): readonly (readonly [string, Buffer | null])[] {
  for (const key of writes.keys()) {
    if (key.length > longestKey / 3 && Buffer.byteLength(key) > longestKey) {
      throw new RangeError(`a state key has at most ${longestKey} bytes: ${key.slice(0, 80)}…`);
    }
  }
  return [...writes].sort(([a], [b]) => (a < b ? -1 : 1));
}

function* entriesOf(environment: Environment, head: Buffer, prefix: string): Iterable<readonly [string, Buffer]> {
  const first = Buffer.concat([head, Buffer.from(prefix)]);
  const end = afterPrefix(first);
  let start: Buffer = first;
  for (let exclusiveStart = false; ; exclusiveStart = true) {
    const entries = [...environment.state.getRange({ start, end, exclusiveStart, limit: page })];
    for (const { key, value } of entries) {
      start = key as Buffer;
      yield [start.toString('utf8', head.length), value];
    }
    if (entries.length < page) return;
  }
}

const forgetPositions = (environment: Environment, processor: string): Promise<void> =>
  environment.transaction(() => {
    for (const { key } of [...environment.positions.getRange({ start: [processor] })]) {
      const parts = key as readonly (string | number)[];
      if (nameIn(key) !== processor) return;
      environment.positions.removeSync(parts);
    }
  });

/** LMDB decodes a key with one element as that element. */
const nameIn = (key: unknown): unknown => (Array.isArray(key) ? (key as readonly unknown[])[0] : key);

async function forgetState(environment: Environment, processor: string): Promise<void> {
  const start = stateHead(processor, 0).subarray(0, -2);
  const end = afterPrefix(start);
  for (;;) {
    environment.refresh();
    const keys = [...environment.state.getRange({ start, end, limit: resetBatch })].map(({ key }) => key as Buffer);
    environment.refresh();
    if (keys.length === 0) return;
    await environment.transaction(() => {
      for (const key of keys) environment.state.removeSync(key);
    });
  }
}
