import { clock } from '../kernel/clock.ts';
import { openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { type Codec, createCodec } from '../../../schemas/codec.ts';
import { subjectOf, topicNames } from '../../../schemas/topics.ts';
import { SimulatedProcess } from '../kernel/process.ts';
import { Simulation, useSimulation } from '../kernel/simulation.ts';
import { Disk, useDisk } from '../ports/disk.ts';

/** A log without records, with all topics and schemas. */
interface EmptyLog {
  /** The log of `data/log`. */
  readonly disk: Disk;
  readonly codec: Codec;
}

export const partitionsOfTopics = 2;
const noWaits = { channelMs: 0, commitMs: 0, acknowledgeMs: 0, timerMs: 0 };

/** Runs `work` in a simulation of its own, without faults and delays. */
export async function inStillSimulation<T>(disk: Disk, work: () => Promise<T>): Promise<T> {
  const still = new Simulation({ seed: 0 }, {}, noWaits);
  useSimulation(still);
  useDisk(disk);
  const made: { result: T }[] = [];
  still.spawn(new SimulatedProcess('template').thread('main'), 'template', async () => {
    made.push({ result: await work() });
  });
  await still.run(() => made.length > 0, 1_000_000);
  useSimulation(null);
  const [ended] = made;
  if (ended === undefined)
    throw new Error(`the template was not made: ${still.violation?.message ?? 'no event is left'}`);
  return ended.result;
}

let made: Promise<EmptyLog> | null = null;

async function make(): Promise<EmptyLog> {
  const disk = new Disk();
  const codec = await inStillSimulation(disk, async () => {
    const engine = openEmbeddedEngine({ directory: 'data', partitions: partitionsOfTopics });
    await engine.schemas.registerCommitted('attestry.');
    const subjects = new Map(topicNames.map((topic) => [topic, subjectOf('attestry.', topic)]));
    return createCodec(engine.schemas, subjects, clock);
  });
  return { disk, codec };
}

/** Made once, before the first seed: each seed gets a copy of the disk. */
export const emptyLog = (): Promise<EmptyLog> => (made ??= make());
