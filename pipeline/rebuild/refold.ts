import type { Chunk, Log } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { globalPosition } from '../runtime/broadcast.ts';
import type { RuntimeDeps } from '../runtime/role.ts';

/** A processor as far as its state is concerned. */
export interface Stateful {
  readonly name: string;
  readonly input: TopicName;
  readonly global?: TopicName;
  readonly stateVersion: number;
}

/** Folds what the former state was made of into the empty store; what that says is on the log already. */
export type Refold = (
  store: StateStore,
  chunksOf: (topic: TopicName, maxRecords: number) => AsyncGenerator<Chunk>,
) => Promise<void>;

type Positions = Readonly<Record<string, number>>;

const markKey = 'until';

/**
 * Opens the store with this version's state. Another version's is forgotten and made anew by `refold`, up to where it
 * was: what is behind that is news to the processor. Where it was is kept in a store of its own until the refold is
 * complete, so that one cut short starts over.
 */
export async function openFolded(
  deps: Pick<RuntimeDeps, 'log' | 'openStore' | 'logger'>,
  processor: Stateful,
  refold: Refold,
): Promise<StateStore> {
  const { name, input, stateVersion } = processor;
  const store = deps.openStore(name, topics[input].environment);
  const marks = deps.openStore(`${name}.refold`, topics[input].environment);
  const mark = (until: Buffer | null): Promise<void> =>
    marks.commit({ partition: 0, writes: new Map([[markKey, until]]), positions: [], outputs: [] });
  const version = store.version();
  let until = marks.get(0, markKey);
  if (version === stateVersion && until === undefined) return store;
  if (version !== null && until === undefined) {
    until = Buffer.from(JSON.stringify(await positionsOf(deps.log, store, processor)));
    await mark(until);
  }
  await store.reset(stateVersion);
  if (until === undefined) return store;
  deps.logger.info({ processor: name, from: version, to: stateVersion }, 'folding again');
  const ends = JSON.parse(until.toString('utf8')) as Positions;
  const endOf = (topic: TopicName, partition: number): number => ends[place(topic, partition)] ?? 0;
  await refold(store, (topic, maxRecords) =>
    chunksUpTo(deps.log, { topic, maxRecords, endOf: (partition) => endOf(topic, partition) }),
  );
  await mark(null);
  return store;
}

const place = (topic: TopicName, partition: number): string => `${topic}/${partition}`;

async function positionsOf(log: Log, store: StateStore, { input, global }: Stateful): Promise<Positions> {
  const positions: Record<string, number> = {};
  const owners = Array.from({ length: log.partitionsOf(input) }, (_, partition) => partition);
  for (const owner of owners) positions[place(input, owner)] = store.position(input, owner) ?? 0;
  for (let partition = 0; global !== undefined && partition < log.partitionsOf(global); partition += 1) {
    const heard = owners.map((owner) => globalPosition(store, owner, partition));
    positions[place(global, partition)] = Math.min(...heard);
  }
  return positions;
}

/** The records of a topic below `endOf` their partition, partition by partition. */
export async function* chunksUpTo(
  log: Log,
  { topic, maxRecords, endOf }: { topic: TopicName; maxRecords: number; endOf: (partition: number) => number },
): AsyncGenerator<Chunk> {
  for (const { partition, low } of await log.ranges(topic)) {
    const end = endOf(partition);
    for (let next = low; next < end; ) {
      const page = await log.read({ topic, partition, from: next, maxRecords });
      const records = page.filter(({ offset }) => offset < end);
      next = (records.at(-1)?.offset ?? end) + 1;
      if (records.length > 0) yield { topic, partition, records, end };
    }
  }
}
