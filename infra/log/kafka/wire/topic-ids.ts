import type { Cluster } from '../client/internals.ts';

/** Ids of topics by name, in base64 as Kafka's tools print them. A topic that was deleted and created again has another. */
export type TopicIds = ReadonlyMap<string, string>;

/** Metadata has topic ids from this version on; kafkajs knows versions up to 6. */
const metadata = { apiKey: 3, apiName: 'Metadata', apiVersion: 10 } as const;

const idBytes = 16;

/**
 * Ids of those of the topics that exist and that the user may describe. Empty where the brokers have no ids (before 2.8, or
 * another implementation of the protocol).
 */
export async function readTopicIds(cluster: Cluster, topics: readonly string[]): Promise<TopicIds> {
  const { seedBroker } = cluster.brokerPool;
  if ((seedBroker.versions?.[metadata.apiKey]?.maxVersion ?? 0) < metadata.apiVersion) return new Map();
  const body = requestBody(topics);
  return seedBroker.connectionPool.send({
    request: { ...metadata, encode: async () => ({ buf: body, buffer: body }) },
    response: { decode: async (payload) => idsIn(payload), parse: async (ids) => ids },
  });
}

/** In the flexible encoding: a length is one larger than the number of elements, and tagged fields follow every structure. */
function requestBody(topics: readonly string[]): Buffer {
  const noTags = Buffer.from([0]);
  const names = topics.map((topic) => {
    const name = Buffer.from(topic);
    return Buffer.concat([Buffer.alloc(idBytes), varint(name.length + 1), name, noTags]);
  });
  // The header ends with its tagged fields. Neither create topics, nor list what the user may do.
  return Buffer.concat([noTags, varint(topics.length + 1), ...names, Buffer.from([0, 0, 0]), noTags]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return Buffer.from([...bytes, left]);
}

/** Reads the response up to the ids; partitions are passed over. */
function idsIn(payload: Buffer): TopicIds {
  const read = reader(payload);
  const partition = (): void => {
    read.skip(2 + 4 + 4 + 4);
    for (let list = 0; list < 3; list += 1) read.array(() => read.skip(4));
    read.tags();
  };
  read.tags();
  read.skip(4);
  read.array(() => {
    read.skip(4);
    read.text();
    read.skip(4);
    read.text();
    read.tags();
  });
  read.text();
  read.skip(4);
  const ids = new Map<string, string>();
  read.array(() => {
    const errorCode = read.int16();
    const name = read.text();
    const id = read.bytes(idBytes);
    read.skip(1);
    read.array(partition);
    read.skip(4);
    read.tags();
    if (errorCode === 0 && name !== null && !id.equals(Buffer.alloc(idBytes))) ids.set(name, id.toString('base64url'));
  });
  return ids;
}

function reader(payload: Buffer) {
  let at = 0;
  const bytes = (count: number): Buffer => {
    if (at + count > payload.length) throw new Error('Kafka: the metadata of the topics end too early');
    at += count;
    return payload.subarray(at - count, at);
  };
  const count = (): number => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes(1)[0] ?? 0;
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
      shift += 7;
    }
  };
  return {
    bytes,
    skip: (length: number): void => void bytes(length),
    int16: (): number => bytes(2).readInt16BE(0),
    text: (): string | null => {
      const length = count();
      return length === 0 ? null : bytes(length - 1).toString('utf8');
    },
    array: (element: () => void): void => {
      for (let left = count(); left > 1; left -= 1) element();
    },
    tags: (): void => {
      for (let left = count(); left > 0; left -= 1) {
        count();
        bytes(count());
      }
    },
  };
}
