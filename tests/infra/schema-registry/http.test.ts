import { mkdtempSync, rmSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EmbeddedEngine, openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { createLogger } from '../../../infra/logger.ts';
import { httpLimits } from '../../../infra/http/http-limits.ts';
import { createRegistryServer, isLoopback } from '../../../infra/schema-registry/http.ts';
import { createCodec } from '../../../schemas/codec.ts';
import { currentSchemaOf } from '../../../schemas/subjects.ts';
import { subjectOf, topicNames } from '../../../schemas/topics.ts';
import { recordsOf } from '../../support/avro-records.ts';

const prefix = 'attestry.';
const subject = subjectOf(prefix, 'feed.runs');
const schema = currentSchemaOf('feed.runs');

interface Context {
  directory: string;
  engine: EmbeddedEngine;
  server: Server;
  port: number;
}

const test = suite<Context>('schema registry over HTTP');
test.before(async (context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-registry-'));
  context.engine = openEmbeddedEngine({ directory: context.directory, partitions: 1, prefix });
  await context.engine.schemas.registerCommitted(prefix);
  const logger = createLogger({ level: 'silent', destination: { write: () => undefined } });
  context.server = createRegistryServer(context.engine.schemas, { logger });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  context.port = (context.server.address() as AddressInfo).port;
});
test('slow requests are cut off after the limits of every listener', ({ server }) => {
  assert.equal([server.headersTimeout, server.requestTimeout], [httpLimits.headersTimeout, httpLimits.requestTimeout]);
});

test.after(async ({ directory, engine, server }) => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly allow: string | undefined;
  readonly body: unknown;
}

interface SentRequest {
  readonly method?: string;
  readonly host?: string;
  readonly body?: string;
}

function send(port: number, path: string, { method = 'GET', host, body }: SentRequest = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host ?? `127.0.0.1:${port}`, 'Content-Type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { 'content-type': type, allow } = response.headers;
        resolve({ status: response.statusCode ?? 0, type, allow, body: text === '' ? null : JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const codeOf = ({ body }: Answer): unknown => (body as { readonly error_code: unknown }).error_code;

const refusals: readonly (readonly [path: string, sent: SentRequest, status: number, code: number])[] = [
  ['/subjects/nothing/versions', {}, 404, 40401],
  ['/subjects/nothing/versions/1', {}, 404, 40401],
  ['/config/nothing', {}, 404, 40401],
  [`/subjects/${subject}/versions/99`, {}, 404, 40402],
  [`/subjects/${subject}/versions/0`, {}, 422, 42202],
  [`/subjects/${subject}/versions/abc`, {}, 422, 42202],
  ['/schemas/ids/9999', {}, 404, 40403],
  ['/schemas/ids/abc', {}, 404, 40403],
  ['/schemas/ids/9999/versions', {}, 404, 40403],
  ['/', {}, 404, 404],
  ['/%zz', {}, 404, 404],
  ['/no/such/path', {}, 404, 404],
  ['/subjects/nothing', { method: 'POST', body: JSON.stringify({ schema }) }, 404, 40401],
  [`/subjects/${subject}`, { method: 'POST', body: JSON.stringify({ schema: '"string"' }) }, 404, 40403],
  [`/subjects/${subject}`, { method: 'POST', body: JSON.stringify({ schema: '{' }) }, 422, 42201],
  [`/subjects/${subject}`, { method: 'POST', body: '{}' }, 422, 42201],
  [`/subjects/${subject}`, { method: 'POST', body: JSON.stringify({ schema, schemaType: 'JSON' }) }, 422, 42201],
  [`/subjects/${subject}`, { method: 'POST', body: 'not json' }, 400, 400],
  [`/subjects/${subject}`, { method: 'POST', body: `"${'x'.repeat(1_100_000)}"` }, 413, 413],
  [`/subjects/${subject}/versions`, { method: 'POST', body: JSON.stringify({ schema }) }, 405, 405],
  [`/subjects/${subject}`, { method: 'DELETE' }, 405, 405],
  [`/subjects/${subject}/versions/1`, { method: 'DELETE' }, 405, 405],
  ['/config', { method: 'PUT', body: '{"compatibility":"NONE"}' }, 405, 405],
  [`/config/${subject}`, { method: 'PUT', body: '{"compatibility":"NONE"}' }, 405, 405],
  ['/mode', { method: 'PUT', body: '{"mode":"IMPORT"}' }, 405, 405],
  ['/subjects', { host: 'evil.example' }, 403, 403],
  ['/subjects', { host: '127.0.0.1.evil.example' }, 403, 403],
  ['/subjects', { host: 'localhost.evil.example:80' }, 403, 403],
];
for (const [path, sent, status, code] of refusals) {
  const { method = 'GET', host = '', body = '' } = sent;
  test(`refused: ${method} ${path} ${host} ${body.slice(0, 40)}`, async ({ port }) => {
    const answer = await send(port, path, sent);
    assert.is(answer.status, status);
    assert.is(codeOf(answer), code);
    assert.type((answer.body as { readonly message: unknown }).message, 'string');
    assert.is(answer.type, 'application/vnd.schemaregistry.v1+json');
    if (status === 405) assert.is(answer.allow, 'GET');
  });
}

test('refused requests have changed nothing', async ({ port }) => {
  assert.equal((await send(port, `/subjects/${subject}/versions`)).body, [1]);
  assert.equal((await send(port, '/config')).body, { compatibilityLevel: 'FULL_TRANSITIVE' });
});

const hosts: readonly (readonly [string, boolean])[] = [
  ['localhost', true],
  ['LOCALHOST:8081', true],
  ['127.0.0.1:8081', true],
  ['127.1.2.3', true],
  ['[::1]:8081', true],
  ['', false],
  ['0.0.0.0', false],
  ['192.168.1.4', false],
  ['localhost@evil.example', false],
  ['127.0.0.1:8081.evil.example', false],
];
for (const [host, expected] of hosts) {
  test(`${host === '' ? 'no host' : host} is ${expected ? '' : 'not '}loopback`, () =>
    assert.is(isLoopback(host), expected));
}

test('the read routes', async ({ port, engine }) => {
  const [registered] = engine.schemas.versions(subject);
  const id = registered?.id ?? 0;
  const get = async (path: string): Promise<unknown> => (await send(port, path)).body;
  const version = { subject, version: 1, id, schema };
  assert.equal(await get('/subjects'), topicNames.map((topic) => subjectOf(prefix, topic)).sort());
  assert.equal(await get('/subjects?subjectPrefix=attestry.feed.r'), [subject]);
  assert.equal(await get(`/subjects/${subject}/versions`), [1]);
  assert.equal(await get(`/subjects/${subject}/versions/1`), version);
  assert.equal(await get(`/subjects/${encodeURIComponent(subject)}/versions/latest`), version);
  assert.equal(await get(`/subjects/${subject}/versions/latest/schema`), JSON.parse(schema));
  assert.equal(await get(`/schemas/ids/${id}`), { schema });
  assert.equal(await get(`/schemas/ids/${id}/versions`), [{ subject, version: 1 }]);
  assert.equal(await get('/schemas/types'), ['AVRO']);
  assert.equal(await get(`/config/${subject}`), { compatibilityLevel: 'FULL_TRANSITIVE' });
  assert.equal(await get('/mode'), { mode: 'READONLY' });
});

test('look-up and compatibility check of a schema', async ({ port, engine }) => {
  const post = async (path: string, text: string): Promise<unknown> =>
    (await send(port, path, { method: 'POST', body: JSON.stringify({ schema: text }) })).body;
  const [registered] = engine.schemas.versions(subject);
  const spaced = JSON.stringify(JSON.parse(schema), null, 2);
  assert.equal(await post(`/subjects/${subject}`, spaced), { subject, version: 1, id: registered?.id, schema });
  for (const version of ['/latest', '/1', '']) {
    const path = `/compatibility/subjects/${subject}/versions${version}`;
    assert.equal(await post(path, spaced), { is_compatible: true });
    assert.equal(await post(path, '"string"'), { is_compatible: false });
  }
  const verbose = await post(`/compatibility/subjects/${subject}/versions/1?verbose=true`, '"string"');
  assert.is((verbose as { readonly messages: readonly string[] }).messages.length, 2);
});

test("the Kafka client's registry reads what our codec writes, and the other way round", async ({ port, engine }) => {
  const client = new SchemaRegistry({ host: `http://127.0.0.1:${port}` });
  const codec = await createCodec(engine.schemas, new Map([['feed.runs', subject]]), () => 0);
  const id = await client.getLatestSchemaId(subject);
  assert.is(id, engine.schemas.versions(subject)[0]?.id);
  assert.is(await client.getRegistryIdBySchema(subject, { type: SchemaType.AVRO, schema }), id);
  for (const value of fc.sample(recordsOf('feed.runs'), 20)) {
    const bytes = codec.encode('feed.runs', value);
    assert.equal(plain(await client.decode(bytes)), plain(value));
    assert.equal(plain(codec.decode('feed.runs', await client.encode(id, value))), plain(value));
  }
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.run();
