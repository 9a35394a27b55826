import avro from 'avsc';
import { textType } from './avro-text.ts';
import type { TopicName } from './topics.ts';

/** A value that cannot be decoded: the processor that reads it parks the record. */
export class UndecodableValue extends Error {
  override readonly name = 'UndecodableValue';
  readonly schemaId: number | null;
  constructor(message: string, schemaId: number | null) {
    super(message);
    this.schemaId = schemaId;
  }
}

/** First byte of a value in Confluent wire format. */
export const magic = 0;
/** Bytes of the frame: the first one and the schema id. */
export const headerBytes = 5;

/** Schema id of a Confluent-framed value; null without a frame. */
export const schemaIdOf = (bytes: Buffer): number | null =>
  bytes.length >= headerBytes && bytes[0] === magic ? bytes.readInt32BE(1) : null;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An Avro type whose strings are written by `avro-text.ts`. */
export const parseSchema = (text: string): avro.Type =>
  avro.Type.forSchema(JSON.parse(text) as avro.Schema, {
    typeHook: (schema) => (schema === 'string' ? textType() : undefined),
  });

/** Decodes the value after the frame. */
export function readerWith(type: avro.Type, resolver?: avro.Resolver): (bytes: Buffer) => unknown {
  return (bytes) => {
    const { value, offset } = type.decode(bytes, headerBytes, resolver) as {
      readonly value: unknown;
      readonly offset: number;
    };
    // avsc's own error for a value that is too short or too long.
    return offset === bytes.length ? value : (type.fromBuffer(bytes.subarray(headerBytes), resolver) as unknown);
  };
}

/** Decodes what `writer` wrote with the schema `reader`. Throws UndecodableValue. */
export function resolvingReader(reader: avro.Type, writer: avro.Type | undefined, topic: TopicName, id: number) {
  if (writer === undefined) {
    throw new UndecodableValue(`schema ${id} is not in the schema registry, or is not Avro`, id);
  }
  try {
    return readerWith(reader, reader.createResolver(writer));
  } catch (error) {
    throw new UndecodableValue(`schema ${id} cannot be read as ${topic}: ${messageOf(error)}`, id);
  }
}
