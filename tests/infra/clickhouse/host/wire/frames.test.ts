import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFrameReader, type Frame, writeFrame } from '../../../../../infra/clickhouse/host/wire/frames.ts';
import { runsOf } from '../../../../support/runs.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const plain = { noNullPrototype: true } as const;
const anyFrame = fc.record(
  {
    head: fc.record({ id: fc.nat(), text: fc.string({ unit: anyCharacter }) }, plain),
    body: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
  },
  plain,
);

function bytesOf(frames: readonly Frame[]): Buffer {
  const stream = new PassThrough({ highWaterMark: 1 << 24 });
  for (const { head, body } of frames) writeFrame(stream, head as object, body);
  return (stream.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Cuts bytes at these places, which may repeat. */
const cutAt = (bytes: Buffer, places: readonly number[]): readonly Buffer[] => {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
};

test('frames are read as written, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 30 }), (frames, places) => {
      const read: Frame[] = [];
      const onChunk = createFrameReader((frame) => read.push(frame));
      for (const chunk of cutAt(bytesOf(frames), places)) onChunk(Buffer.from(chunk));
      assert.equal(read, frames);
    }),
    { numRuns: runsOf(500) },
  );
});

test('a stream cut byte by byte, with an empty body and one beyond a chunk of a pipe', () => {
  const frames = [
    { head: { id: 1 }, body: Buffer.alloc(0) },
    { head: { id: 2 }, body: Buffer.alloc(70_000, 7) },
  ];
  const read: Frame[] = [];
  const onChunk = createFrameReader((frame) => read.push(frame));
  for (const byte of bytesOf(frames)) onChunk(Buffer.from([byte]));
  assert.equal(read, frames);
});

test('an incomplete frame is not passed on', () => {
  const read: Frame[] = [];
  const bytes = bytesOf([{ head: { id: 1 }, body: Buffer.from('rows') }]);
  createFrameReader((frame) => read.push(frame))(bytes.subarray(0, -1));
  assert.equal(read, []);
});

test('lengths beyond any message, and a head that is not JSON, end the stream', () => {
  const onChunk = () => createFrameReader(() => assert.unreachable());
  assert.throws(
    () => onChunk()(Buffer.alloc(8, 0xff)),
    (error: unknown) => error instanceof RangeError,
  );
  const notJson = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('{')]);
  assert.throws(
    () => onChunk()(notJson),
    (error: unknown) => error instanceof SyntaxError,
  );
});

test.run();
