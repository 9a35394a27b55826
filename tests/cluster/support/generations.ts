import kafkajs from 'kafkajs';
import { newName } from './broker.ts';

/** The generations of a group: each rebalance begins one. */
export interface Generations {
  /** The newest generation that the broker has stored; 0 before the first. */
  readonly newest: () => number;
  readonly close: () => Promise<void>;
}

const topic = '__consumer_offsets';

/**
 * Reads what the brokers store about a group. Keys and values have the layouts of `GroupMetadataKey.json` and
 * `GroupMetadataValue.json` in Kafka's sources, which the versions of the value have in common up to the generation.
 */
export async function watchGenerations(brokers: readonly string[], group: string): Promise<Generations> {
  const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `generations-${newName()}` });
  let newest = 0;
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message: { key, value } }) => {
      if (key !== null && value !== null && groupOf(key) === group) newest = Math.max(newest, generationOf(value));
    },
  });
  return { newest: () => newest, close: () => consumer.disconnect() };
}

/** The group of a record about a whole group; null for records about offsets, which have other versions of the key. */
const groupOf = (key: Buffer): string | null => (key.readInt16BE(0) === 2 ? textAt(key, 2) : null);

const generationOf = (value: Buffer): number => value.readInt32BE(4 + value.readInt16BE(2));

const textAt = (bytes: Buffer, at: number): string => bytes.toString('utf8', at + 2, at + 2 + bytes.readInt16BE(at));
