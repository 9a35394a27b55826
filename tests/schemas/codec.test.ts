import avro from 'avsc';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Codec, createCodec, type SchemaSource } from '../../schemas/codec.ts';
import { schemaIdOf, UndecodableValue } from '../../schemas/framed-value.ts';
import { currentSchemaOf } from '../../schemas/subjects.ts';
import { subjectOf, type TopicName, topicNames, type ValueOf } from '../../schemas/topics.ts';
import { recordsOf } from '../support/avro-records.ts';
import { runsOf } from '../support/runs.ts';
import { anyCharacter } from '../support/any-character.ts';

/** A registry in memory: ids in order of registration. Counts its requests. */
function memorySource(): SchemaSource & { readonly asked: number[]; readonly texts: string[] } {
  const texts: string[] = [];
  const asked: number[] = [];
  return {
    texts,
    asked,
    register: async (_, schema) => {
      if (!texts.includes(schema)) texts.push(schema);
      return texts.indexOf(schema) + 1;
    },
    schemaById: async (id) => {
      asked.push(id);
      return texts[id - 1] ?? null;
    },
  };
}

const subjects = new Map(topicNames.map((topic) => [topic, subjectOf('', topic)]));
const source = memorySource();
const codec = await createCodec(source, subjects, () => 0);
const sample = <T extends TopicName>(topic: T): ValueOf<T> => {
  const [value] = fc.sample(recordsOf(topic), { numRuns: 1, seed: 7 });
  if (value === undefined) throw new Error(`no sample of ${topic}`);
  return value;
};
const run = codec.encode('feed.runs', sample('feed.runs'));

function refused(work: () => unknown): UndecodableValue {
  try {
    work();
  } catch (error) {
    if (error instanceof UndecodableValue) return error;
    throw error;
  }
  throw new Error('it was to be undecodable');
}

/** The value with another schema id. */
function withId(bytes: Buffer, id: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeInt32BE(id, 1);
  return changed;
}

const undecodable: readonly (readonly [title: string, bytes: Buffer, schemaId: number | null])[] = [
  ['nothing', Buffer.alloc(0), null],
  ['less than a frame', run.subarray(0, 4), null],
  ['no magic byte', Buffer.concat([Buffer.from([1]), run.subarray(1)]), null],
  ['plain JSON', Buffer.from('{"feed":"esma-emtwp"}'), null],
  ['a frame without a value', run.subarray(0, 5), schemaIdOf(run)],
  ['a value that is cut short', run.subarray(0, -1), schemaIdOf(run)],
  ['a byte too many', Buffer.concat([run, Buffer.from([0])]), schemaIdOf(run)],
];
for (const [title, bytes, schemaId] of undecodable) {
  test(`undecodable: ${title}`, () => {
    assert.is(refused(() => codec.decode('feed.runs', bytes)).schemaId, schemaId);
  });
}

test('undecodable: an unknown schema id, requested once', async () => {
  const bytes = withId(run, 4_242);
  for (let n = 0; n < 3; n++) await codec.prepare([bytes, null, bytes]);
  assert.equal(
    source.asked.filter((id) => id === 4_242),
    [4_242],
  );
  const error = refused(() => codec.decode('feed.runs', bytes));
  assert.is(error.schemaId, 4_242);
  assert.match(error.message, /4242 is not in the schema registry/);
});

test('undecodable: a value of another topic', async () => {
  const foreign = codec.encode('registry.parties', sample('registry.parties'));
  await codec.prepare([foreign]);
  assert.is(refused(() => codec.decode('feed.runs', foreign)).schemaId, schemaIdOf(foreign));
});

test('any bytes decode to a value or are undecodable, never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (body, framed) => {
      const bytes = Buffer.from(framed ? Buffer.concat([run.subarray(0, 5), body]) : body);
      try {
        codec.decode('feed.runs', bytes);
        return true;
      } catch (error) {
        return error instanceof UndecodableValue;
      }
    }),
  );
});

test('a value that does not fit the schema is not encoded', () => {
  const value = { ...sample('feed.runs'), feed: 7 };
  assert.throws(() => codec.encode('feed.runs', value as never));
});

for (const topic of topicNames) {
  test(`${topic}: every value survives a round trip`, () => {
    fc.assert(
      fc.property(recordsOf(topic), (value) => roundTrips(codec, topic, value)),
      { numRuns: runsOf(30) },
    );
  });
}

function roundTrips<T extends TopicName>(coder: Codec, topic: T, value: ValueOf<T>): void {
  const bytes = coder.encode(topic, value);
  assert.is(bytes[0], 0);
  assert.equal(plain(coder.decode(topic, bytes)), plain(value));
}

/** Plain objects, because avsc creates classes for each parsed schema. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

test('a value of a later compatible version is decoded with the current one', async () => {
  const current = JSON.parse(currentSchemaOf('feed.runs')) as { readonly fields: readonly object[] };
  const added = { name: 'addedLater', type: ['null', 'string'], default: null, doc: 'Not known here.' };
  const later = JSON.stringify({ ...current, fields: [...current.fields, added] });
  const id = await source.register('', later);
  // The added field is null; its branch index is one byte 0 after the known fields.
  const bytes = withId(Buffer.concat([run, Buffer.from([0])]), id);
  await codec.prepare([bytes]);
  assert.equal(plain(codec.decode('feed.runs', bytes)), plain(codec.decode('feed.runs', run)));
});

test('current schemas cost no request to the registry', async () => {
  const calls = source.asked.length;
  await codec.prepare(topicNames.map((topic) => codec.encode(topic, sample(topic))));
  assert.is(source.asked.length, calls);
});

test('an unknown id is requested again after 30 seconds, not before, and decoded once it is known', async () => {
  const registry = memorySource();
  let now = 0;
  const late = await createCodec(registry, new Map([['feed.runs', 'feed.runs-value']]), () => now);
  const older = JSON.stringify({
    ...(JSON.parse(currentSchemaOf('feed.runs')) as object),
    doc: 'as another writer has it',
  });
  const bytes = withId(late.encode('feed.runs', sample('feed.runs')), 2);
  const decoded = async (): Promise<string> => {
    await late.prepare([bytes, bytes]);
    try {
      return late.decode('feed.runs', bytes).captureId;
    } catch (error) {
      return String(error);
    }
  };
  assert.match(await decoded(), /schema 2 is not in the schema registry/);
  await registry.register('feed.runs-value', older);
  now = 29_999;
  assert.match(await decoded(), /schema 2 is not in the schema registry/);
  assert.equal(registry.asked, [2]);
  now = 30_000;
  assert.is(await decoded(), sample('feed.runs').captureId);
  now = 90_000;
  await decoded();
  assert.equal(registry.asked, [2, 2]);
});

test('a topic that the codec was not created for', async () => {
  const small = await createCodec(memorySource(), new Map([['changes', 'changes-value']]), () => 0);
  assert.throws(() => small.encode('feed.runs', sample('feed.runs')), /without topic feed.runs/);
});

const plainRuns = avro.Type.forSchema(JSON.parse(currentSchemaOf('feed.runs')) as avro.Schema);
const bodyOf = (runId: string): readonly [ours: string, plain: string] => {
  const value = { ...sample('feed.runs'), runId };
  return [codec.encode('feed.runs', value).subarray(5).toString('hex'), plainRuns.toBuffer(value).toString('hex')];
};

test('text of any length and script has the same bytes as with avsc', () => {
  for (const length of [0, 1, 21, 31, 32, 63, 64, 65, 127, 128, 2_730, 2_731, 8_191, 8_192, 40_000]) {
    for (const letter of ['a', '\u007f', 'é', '€', '😀', '\ud83d']) {
      for (const text of [letter.repeat(length), `${'a'.repeat(length)}${letter}`]) {
        const [ours, plain] = bodyOf(text);
        assert.ok(ours === plain, `${length} of ${JSON.stringify(letter)}`);
      }
    }
  }
  const texts = fc.oneof(fc.string({ maxLength: 100 }), fc.string({ unit: anyCharacter, maxLength: 100 }));
  fc.assert(
    fc.property(texts, (text) => {
      const [ours, plain] = bodyOf(text);
      assert.is(ours, plain);
    }),
  );
});

test('later values, small or large, do not overwrite encoded ones', () => {
  const lengths = Array.from({ length: 300 }, (_, at) => (at % 50 === 49 ? 200_000 : (at * 37) % 3_000));
  const values = lengths.map((length, at) => ({ ...sample('feed.runs'), runId: `${at} ${'x'.repeat(length)}` }));
  const encoded = values.map((value) => {
    const bytes = codec.encode('feed.runs', value);
    return { bytes, copy: Buffer.from(bytes) };
  });
  for (const [at, { bytes, copy }] of encoded.entries()) {
    assert.ok(bytes.equals(copy), `value ${at}`);
    assert.is(codec.decode('feed.runs', bytes).runId, values[at]?.runId);
  }
});

test.run();
