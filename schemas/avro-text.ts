import avro from 'avsc';

/** Output buffer of avsc. */
interface Tap {
  readonly buf: Buffer;
  pos: number;
}

type Write = (this: avro.Type, tap: Tap, value: unknown) => void;

/** Lengths below take one byte, zigzag-coded base 128. */
const oneByteLengths = 64;
const twoByteLengths = 8_192;
/** UTF-8 bytes of a UTF-16 unit, at most. */
const bytesOfUnit = 3;

/**
 * Avro's string type. avsc counts the bytes of every string before it writes it. That is not needed for short ASCII text, and
 * for text whose length takes two bytes in any case. The bytes are the same.
 */
export function textType(): avro.Type {
  const type = new avro.types.StringType();
  const { _write: writeAny } = type as unknown as { readonly _write: Write };
  const write: Write = (tap, value) => {
    if (typeof value !== 'string' || !(writeShort(tap, value) || writeLong(tap, value)))
      writeAny.call(type, tap, value);
  };
  return Object.create(type, { _write: { value: write } }) as avro.Type;
}

/** False when the text is not short ASCII, or does not fit: then nothing is written. */
function writeShort(tap: Tap, text: string): boolean {
  const { length } = text;
  const { buf, pos } = tap;
  if (length >= oneByteLengths || pos + 1 + length > buf.length) return false;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) return false;
    buf[pos + 1 + at] = unit;
  }
  buf[pos] = length << 1;
  tap.pos = pos + 1 + length;
  return true;
}

/** False when the length may take one byte or three, or when the text may not fit. */
function writeLong(tap: Tap, text: string): boolean {
  const most = text.length * bytesOfUnit;
  const { buf, pos } = tap;
  if (text.length < oneByteLengths || most >= twoByteLengths || pos + 2 + most > buf.length) return false;
  const written = buf.write(text, pos + 2, 'utf8');
  buf[pos] = ((written << 1) & 0x7f) | 0x80;
  buf[pos + 1] = written >> 6;
  tap.pos = pos + 2 + written;
  return true;
}
