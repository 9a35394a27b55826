import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../infra/errors.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { committed, schemasOf } from '../../../schemas/subjects.ts';
import { startThread } from '../../support/thread.ts';

const test = suite<{ directory: string; engine: EmbeddedEngine }>('embedded schema registry');
test.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-registry-'));
  context.engine = openEmbeddedEngine({ directory: context.directory, partitions: 1 });
});
test.after.each(async ({ directory, engine }) => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const recordWith = (fields: readonly object[]): string => JSON.stringify({ type: 'record', name: 'Thing', fields });
const v1 = recordWith([{ name: 'a', type: 'string' }]);
const v2 = recordWith([
  { name: 'a', type: 'string' },
  { name: 'b', type: ['null', 'string'], default: null },
]);
const breaking = recordWith([
  { name: 'a', type: 'string' },
  { name: 'c', type: 'string' },
]);

const refusal = async (work: Promise<unknown>): Promise<Error> => {
  const outcome = await work.catch((error: unknown) => error);
  assert.instance(outcome, UsageError);
  return outcome as Error;
};

for (const text of ['', 'not json', '{"type":"record"}', '{"type":"no such type"}']) {
  test(`text that is not an Avro schema is refused: ${text}`, async ({ engine }) => {
    await refusal(engine.schemas.register('things-value', text));
    assert.equal(engine.schemas.subjects(), []);
  });
}

test('an incompatible version is refused with the reason', async ({ engine }) => {
  await engine.schemas.register('things-value', v1);
  const { message } = await refusal(engine.schemas.register('things-value', breaking));
  assert.match(message, 'things-value');
  assert.match(message, 'cannot read values of version 1');
  assert.is(engine.schemas.versions('things-value').length, 1);
});

test('a version must be compatible with all earlier ones, not only the last', async ({ engine }) => {
  const withNumber = recordWith([
    { name: 'a', type: 'string' },
    { name: 'b', type: ['null', 'long'], default: null },
  ]);
  for (const schema of [v1, v2, v1]) await engine.schemas.register('things-value', schema);
  await refusal(engine.schemas.register('things-value', withNumber));
});

test('ids and versions start at 1 and are stable', async ({ engine }) => {
  const { schemas } = engine;
  assert.is(await schemas.register('things-value', v1), 1);
  assert.is(await schemas.register('things-value', v2), 2);
  assert.is(await schemas.register('things-value', v1), 1);
  assert.equal(schemas.versions('things-value'), [
    { subject: 'things-value', version: 1, id: 1, schema: v1 },
    { subject: 'things-value', version: 2, id: 2, schema: v2 },
  ]);
  assert.is(await schemas.schemaById(2), v2);
  assert.is(await schemas.schemaById(3), null);
});

test('a schema in another formatting, or under another subject, has the same id', async ({ engine }) => {
  const { schemas } = engine;
  await schemas.register('things-value', v1);
  const spaced = JSON.stringify({ name: 'Thing', fields: [{ type: 'string', name: 'a' }], type: 'record' }, null, 2);
  assert.is(await schemas.register('things-value', spaced), 1);
  assert.is(await schemas.register('others-value', spaced), 1);
  assert.equal(schemas.subjects(), ['others-value', 'things-value']);
  assert.equal(
    schemas.usesOf(1).map(({ subject, version }) => `${subject} ${version}`),
    ['others-value 1', 'things-value 1'],
  );
});

test('all committed versions are registered in order, once', async ({ engine }) => {
  await engine.schemas.registerCommitted('attestry.');
  await engine.schemas.registerCommitted('attestry.');
  const all = committed('attestry.');
  assert.equal(engine.schemas.subjects(), [...new Set(all.map(({ subject }) => subject))].sort());
  for (const { subject, version, schema } of all) {
    assert.is(engine.schemas.versions(subject)[version - 1]?.schema, schema);
  }
  assert.is(engine.schemas.versions('attestry.changes-value').length, schemasOf('changes').length);
});

test('concurrent registrations give each schema one id', async ({ engine, directory }) => {
  const script = `
    const { schemas, close } = engine.openEmbeddedEngine({ directory: data, partitions: 1 });
    for (let n = 0; n < 10; n++) {
      const schema = JSON.stringify({ type: 'record', name: 'T' + n, fields: [{ name: 'a', type: 'string' }] });
      await schemas.register('s' + n, schema);
    }
    await close();`;
  const modules = { engine: 'infra/embedded-engine.ts' };
  const ends = [1, 2].map(() => once(startThread({ modules, script, data: directory }), 'exit'));
  assert.equal(await Promise.all(ends), [[0], [0]]);
  const ids = engine.schemas.subjects().flatMap((subject) => engine.schemas.versions(subject).map(({ id }) => id));
  assert.equal(
    ids.sort((a, b) => a - b),
    Array.from({ length: 10 }, (_, n) => n + 1),
  );
});

test.run();
