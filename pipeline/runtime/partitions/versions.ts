import type { StateStore } from '../../../infra/state/store.ts';
import { type Environment, type TopicName, topics } from '../../../schemas/topics.ts';
import type { RuntimeDeps } from '../role.ts';
import { globalOffset } from './global-offsets.ts';

/** The members of a processor that concern its state. */
export interface Stateful {
  readonly name: string;
  readonly input: TopicName;
  readonly global?: TopicName;
  readonly stateVersion: number;
}

/** How far earlier versions of a processor's state were. */
export interface Marks {
  /** Input offset up to which an earlier version emitted all outputs; 0 if there was none. */
  readonly emittedUpTo: (partition: number) => number;
  /** The same for a partition of the global topic. */
  readonly globalsUpTo: (partition: number, globalPartition: number) => number;
}

export interface VersionedState extends Marks {
  readonly store: StateStore;
}

/**
 * Opens the state of a processor. State of another version is deleted. How far it was is stored for good, in a store of its
 * own: below that the new version emits nothing.
 */
export async function openVersioned(
  deps: Pick<RuntimeDeps, 'log' | 'openStore' | 'logger'>,
  processor: Stateful,
): Promise<VersionedState> {
  const { name, input, global, stateVersion } = processor;
  const store = deps.openStore(name, topics[input].environment);
  const marks = deps.openStore(marksOf(name), topics[input].environment);
  const version = store.version();
  if (version !== null && version !== stateVersion) {
    deps.logger.info({ processor: name, from: version, to: stateVersion }, 'state of another version is rebuilt');
    for (let partition = 0; partition < deps.log.partitionsOf(input); partition += 1) {
      const reached = new Map([[inputKey, store.position(input, partition) ?? 0]]);
      for (let at = 0; global !== undefined && at < deps.log.partitionsOf(global); at += 1) {
        reached.set(globalMark(at), globalOffset(store, partition, at));
      }
      const writes = new Map(
        [...reached].map(([key, next]) => [key, Buffer.from(String(Math.max(next, markIn(marks, partition, key))))]),
      );
      await marks.commit({ partition, writes, positions: [], outputs: [] });
    }
  }
  if (version !== stateVersion) await store.reset(stateVersion);
  return { store, ...openMarks(deps.openStore, name, topics[input].environment) };
}

/** The marks of a processor; also for tools that read its state from outside. */
export function openMarks(openStore: RuntimeDeps['openStore'], name: string, environment: Environment): Marks {
  const marks = openStore(marksOf(name), environment);
  return {
    emittedUpTo: (partition) => markIn(marks, partition, inputKey),
    globalsUpTo: (partition, globalPartition) => markIn(marks, partition, globalMark(globalPartition)),
  };
}

const marksOf = (name: string): string => `${name}.refold`;

const markIn = (marks: StateStore, partition: number, key: string): number =>
  Number(marks.get(partition, key)?.toString('utf8') ?? 0);

const inputKey = 'input';
const globalMark = (partition: number): string => `global/${partition}`;
