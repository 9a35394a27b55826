import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError, UsageError } from '../../../infra/errors.ts';
import { openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { createLogger } from '../../../infra/logger.ts';
import { createRegistryServer } from '../../../infra/schema-registry/http.ts';
import { createRemoteRegistry } from '../../../infra/schema-registry/remote.ts';
import { createCodec } from '../../../schemas/codec.ts';
import { committed, currentSchemaOf } from '../../../schemas/subjects.ts';
import { failureOf } from '../../support/failure-of.ts';
import { schemaSourceContract, type SourceUnderTest } from '../../contracts/schema-source.ts';
import { answersThatAreNone, endingsOf } from '../../support/raw-answers.ts';
import { withVirtualTime } from '../../support/virtual-time.ts';

const prefix = 'test.';
const logger = createLogger({ level: 'silent', destination: { write: () => undefined } });

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function openEmbedded(overHttp: boolean): Promise<SourceUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-registry-'));
  const engine = openEmbeddedEngine({ directory, partitions: 1, prefix });
  await engine.schemas.registerCommitted(prefix);
  const server = createRegistryServer(engine.schemas, { logger });
  const url = await listen(server);
  return {
    source: overHttp ? createRemoteRegistry({ url, clock: () => 0 }) : engine.schemas,
    prefix,
    takesSchemas: !overHttp,
    destroy: async () => {
      await end(server);
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

schemaSourceContract('embedded', () => openEmbedded(false));
schemaSourceContract('embedded, over HTTP', () => openEmbedded(true));

const test = suite('a remote registry with faults');
const schema = '{"type":"record","name":"One","fields":[]}';

async function withServer(answer: RequestListener, body: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  try {
    await body(await listen(server));
  } finally {
    await end(server);
  }
}

const failure = async (work: Promise<unknown>): Promise<Error> => {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instance(outcome, Error, 'it was to fail');
  return outcome as Error;
};

test('a closed port is retryable', async () => {
  const registry = createRemoteRegistry({ url: 'http://127.0.0.1:1', clock: () => 0 });
  assert.instance(await failure(registry.register('s', schema)), RetryableError);
  assert.instance(await failure(registry.schemaById(1)), RetryableError);
});

test('a missing response is retryable', async () => {
  await withServer(
    () => undefined,
    async (url) => {
      const registry = createRemoteRegistry({ url, clock: () => 0, timeoutMs: 100 });
      await withVirtualTime(async (time) => {
        const error = await time.during(failure(registry.register('s', schema)));
        assert.instance(error, RetryableError);
        assert.match(error.message, url);
      });
    },
  );
});

const statuses: readonly (readonly [number, string, unknown])[] = [
  [401, '', UsageError],
  [403, '{"error_code":40301,"message":"no"}', UsageError],
  [422, '{"error_code":42201,"message":"bad"}', UsageError],
  [500, '{"error_code":50001,"message":"down"}', RetryableError],
  [502, '<html>', RetryableError],
  [200, '', RetryableError],
  [200, 'null', RetryableError],
  [200, '{"id":"7"}', RetryableError],
];
for (const [status, body, type] of statuses) {
  test(`${status} ${body}`, async () => {
    await withServer(
      (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      async (url) => {
        const registry = createRemoteRegistry({ url, clock: () => 0, timeoutMs: 5_000 });
        const error = await failure(registry.register('s', schema));
        assert.is(error.constructor, type, error.message);
      },
    );
  });
}

const lookUps: readonly (readonly [number, string, unknown])[] = [
  [400, '{"error_code":40003,"message":"bad"}', RetryableError],
  [401, '', UsageError],
  [403, '{"error_code":40301,"message":"no"}', UsageError],
  [404, '<html>no such page</html>', RetryableError],
  [404, '{"message":"no Route matched with those values"}', RetryableError],
  [404, '{"error_code":40401,"message":"Subject not found"}', RetryableError],
  [405, '', RetryableError],
  [408, '', RetryableError],
  [429, '{"error_code":42901,"message":"too many"}', RetryableError],
  [301, '', RetryableError],
  [500, '{"error_code":50001,"message":"down"}', RetryableError],
  [200, '<html>', RetryableError],
];
for (const [status, body, type] of lookUps) {
  test(`a schema request answered with ${status} ${body}: the id does not count as unknown`, async () => {
    let calls = 0;
    await withServer(
      (_, response) => {
        calls++;
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      },
      async (url) => {
        const registry = createRemoteRegistry({ url, clock: () => 0, timeoutMs: 5_000 });
        for (let n = 1; n <= 2; n++) {
          const error = await failure(registry.schemaById(7));
          assert.is(error.constructor, type, error.message);
          assert.match(error.message, url);
          assert.is(calls, n, 'it is asked for again');
        }
      },
    );
  });
}

test('a codec requests a schema again after a failed look-up', async () => {
  let status = 429;
  await withServer(
    ({ url: path = '' }, response) => {
      const isSubjects = path.endsWith('/subjects');
      response.writeHead(isSubjects ? 404 : status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ schema: currentSchemaOf('dead.letters') }));
    },
    async (url) => {
      const codec = await createCodec(createRemoteRegistry({ url, clock: () => 0 }), new Map(), () => 0);
      const value = Buffer.from([0, 0, 0, 0, 7, 1]);
      assert.instance(await failure(codec.prepare([value])), RetryableError);
      status = 200;
      await codec.prepare([value]);
    },
  );
});

test('a retryable status is not a refusal', async () => {
  for (const status of [408, 425, 429]) {
    await withServer(
      (_, response) => void response.writeHead(status).end('{"error_code":1,"message":"later"}'),
      async (url) => {
        const error = await failure(createRemoteRegistry({ url, clock: () => 0 }).register('s', schema));
        assert.instance(error, RetryableError, String(status));
      },
    );
  }
});

/** A registry with all schemas. It returns the given subject and global levels, and records levels that are set. */
async function withLevels(
  own: string | null,
  all: string | null,
  body: (url: string, set: readonly string[]) => Promise<void>,
): Promise<void> {
  const set: string[] = [];
  const levelIn = (compatibilityLevel: string | null): readonly [number, object] =>
    compatibilityLevel === null ? [404, { error_code: 40408, message: 'none' }] : [200, { compatibilityLevel }];
  const schemas = committed(prefix).map(({ schema: text }) => JSON.stringify(JSON.parse(text)));
  const answerTo = (method: string, path: string, given: string): readonly [number, object] => {
    if (method === 'POST') {
      const { schema: text } = JSON.parse(given) as { readonly schema: string };
      return [200, { id: schemas.indexOf(text) + 1 }];
    }
    const [, id] = /^\/schemas\/ids\/(\d+)$/.exec(path) ?? [];
    if (id !== undefined) return [200, { schema: schemas[Number(id) - 1] }];
    if (method === 'GET') return levelIn(path === '/config' ? all : own);
    set.push(path);
    return [200, { compatibility: 'FULL_TRANSITIVE' }];
  };
  await withServer(
    (request, response) => {
      text(request)
        .then((given) => {
          const [status, answer] = answerTo(request.method ?? '', request.url ?? '', given);
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        })
        .catch(() => response.destroy());
    },
    (url) => body(url, set),
  );
}

const levels: readonly (readonly [own: string | null, all: string | null, outcome: 'same' | 'set' | 'refused'])[] = [
  ['NONE', 'FULL_TRANSITIVE', 'refused'],
  ['BACKWARD', 'NONE', 'refused'],
  [null, 'BACKWARD', 'set'],
  [null, null, 'set'],
  [null, 'FULL_TRANSITIVE', 'same'],
  ['FULL_TRANSITIVE', 'NONE', 'same'],
];
for (const [own, all, outcome] of levels) {
  test(`all schemas registered, subject level ${own ?? 'missing'}, global level ${all ?? 'missing'}: ${outcome}`, async () => {
    await withLevels(own, all, async (url, set) => {
      const done = createRemoteRegistry({ url, clock: () => 0 }).registerCommitted(prefix);
      if (outcome === 'refused') {
        const error = await failure(done);
        assert.instance(error, UsageError);
        assert.match(error.message, `has compatibility ${own ?? ''}`);
      } else {
        await done;
      }
      const subjects = new Set(committed(prefix).map(({ subject }) => `/config/${subject}`));
      assert.equal(set, outcome === 'set' ? [...subjects] : []);
    });
  });
}

test('an unknown id costs one request in 30 s, a known id one in total', async () => {
  let calls = 0;
  let now = 0;
  let known = false;
  await withServer(
    (_, response) => {
      calls++;
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(known ? JSON.stringify({ schema }) : '{"error_code":40403,"message":"Schema not found"}');
    },
    async (url) => {
      const registry = createRemoteRegistry({ url, clock: () => now });
      for (let n = 0; n < 5; n++) assert.is(await registry.schemaById(7), null);
      assert.is(calls, 1);
      now = 29_999;
      known = true;
      assert.is(await registry.schemaById(7), null);
      now = 30_000;
      for (let n = 0; n < 5; n++) assert.is(await registry.schemaById(7), schema);
      assert.is(calls, 2);
    },
  );
});

test('a schema of another type counts as unknown', async () => {
  await withServer(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ schema: 'syntax = "proto3";', schemaType: 'PROTOBUF' }));
    },
    async (url) => assert.is(await createRemoteRegistry({ url, clock: () => 0 }).schemaById(7), null),
  );
});

for (const { name, bytes } of answersThatAreNone) {
  test(`every request to a registry is over and retryable after ${name}`, async () => {
    const errors = await endingsOf(bytes, async (url) => {
      const registry = createRemoteRegistry({ url, clock: () => 0, timeoutMs: 100 });
      return [await failureOf(registry.schemaById(7)), await failureOf(registry.register('s', schema))];
    });
    for (const error of errors) assert.instance(error, RetryableError);
  });
}

test('user and password are sent', async () => {
  const seen: (string | undefined)[] = [];
  await withServer(
    (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 3, schema }));
    },
    async (url) => {
      const registry = createRemoteRegistry({ url, clock: () => 0, username: 'ann', password: 's3:cret' });
      assert.is(await registry.register('s', schema), 3);
    },
  );
  const sent = `Basic ${Buffer.from('ann:s3:cret').toString('base64')}`;
  assert.equal(seen, [sent, sent]);
});

test.run();
