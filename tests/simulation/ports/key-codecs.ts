import type { RecordKey, StateKey } from '../../../infra/log/lmdb/keys.ts';

/** How a table of an environment encodes its keys, so that the order of the encoded keys is the order of the table. */
export interface KeyCodec {
  readonly encode: (key: unknown) => string;
  /** What a range returns as the key. */
  readonly decode: (encoded: string, key: unknown) => unknown;
  /** Values are JSON rather than bytes. */
  readonly isJson: boolean;
}

const pad = (value: number): string => String(value).padStart(16, '0');
/** Slots, and the first offsets: nearly all numbers of keys. */
const smallPadded = Array.from({ length: 4_096 }, (_, value) => pad(value));
const padded = (value: number): string => smallPadded[value] ?? pad(value);
const bytesOf = (encoded: string): Buffer => Buffer.from(encoded, 'latin1');

/** Slot and offset; decodes to the offset. */
const records: KeyCodec = {
  encode: (key) => {
    const { slot, offset } = key as RecordKey;
    return `${padded(slot)}${padded(offset)}`;
  },
  decode: (encoded) => Number(encoded.slice(16)),
  isJson: false,
};

const binary: KeyCodec = {
  encode: (key) => (key as Buffer).toString('latin1'),
  decode: bytesOf,
  isJson: false,
};

const state: KeyCodec = {
  encode: (key) => {
    if (Buffer.isBuffer(key)) return key.toString('latin1');
    const { head, key: name } = key as StateKey;
    return Buffer.concat([head, Buffer.from(name)]).toString('latin1');
  },
  decode: bytesOf,
  isJson: false,
};

/** Texts and numbers; a list with one element decodes to that element, as in the lmdb package. */
const list: KeyCodec = {
  encode: (key) =>
    (Array.isArray(key) ? (key as readonly unknown[]) : [key])
      .map((part) => (typeof part === 'number' ? padded(part) : String(part)))
      .join('\u0000'),
  decode: (_, key) => (Array.isArray(key) && key.length === 1 ? (key[0] as unknown) : key),
  isJson: true,
};

export const keyCodecs = {
  meta: list,
  records,
  ends: records,
  newest: binary,
  state,
  positions: list,
  schemas: list,
} as const satisfies Readonly<Record<string, KeyCodec>>;
