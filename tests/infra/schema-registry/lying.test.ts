/** A registry that lies, or is none. Whatever it answers, nothing is decoded wrongly and nothing is written with a wrong id. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError, UsageError } from '../../../infra/errors.ts';
import { createRemoteRegistry } from '../../../infra/schema-registry/remote.ts';
import { createCodec } from '../../../schemas/codec.ts';
import { UndecodableValue } from '../../../schemas/framed-value.ts';
import { currentSchemaOf } from '../../../schemas/subjects.ts';

const subject = 't.dead.letters-value';
const own = currentSchemaOf('dead.letters');
const other = currentSchemaOf('changes');
/** As a later version of this program would write. */
const later = (() => {
  const schema = JSON.parse(own) as { readonly fields: readonly object[] };
  return JSON.stringify({
    ...schema,
    fields: [...schema.fields, { name: 'later', type: ['null', 'string'], default: null }],
  });
})();

type Answer = readonly [status: number, body: unknown];

interface Registry {
  readonly id?: (registered: string) => Answer;
  readonly schema?: (id: number, asked: number) => Answer | ((response: ServerResponse) => void);
  readonly subjects?: (id: number) => Answer;
}

const ownId = 5;
const honest: Required<Registry> = {
  id: () => [200, { id: ownId }],
  schema: (id) => (id === ownId ? [200, { schema: own }] : [404, { error_code: 40403, message: 'Schema not found' }]),
  subjects: () => [200, [subject]],
};

/** A fake that answers with the values of `registry`. */
async function withRegistry(registry: Registry, body: (url: string) => Promise<void>): Promise<void> {
  const { id, schema, subjects } = { ...honest, ...registry };
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const reply = (found: Answer | ((response: ServerResponse) => void)): void => {
      if (typeof found === 'function') found(response);
      else response.writeHead(found[0], { 'content-type': 'application/json' }).end(JSON.stringify(found[1]));
    };
    const [, given] = /^\/schemas\/ids\/(-?\d+)/.exec(path) ?? [];
    if (request.method === 'POST') {
      const { schema: registered } = JSON.parse(await text(request)) as { readonly schema: string };
      reply(id(registered));
    } else if (given !== undefined && path.endsWith('/subjects')) reply(subjects(Number(given)));
    else if (given !== undefined) {
      asked += 1;
      reply(schema(Number(given), asked));
    } else reply([200, { compatibilityLevel: 'FULL_TRANSITIVE' }]);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const outcomeOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const registryAt = (url: string, timeoutMs = 5_000) => createRemoteRegistry({ url, clock: () => 0, timeoutMs });
const codecAt = (url: string) => createCodec(registryAt(url), new Map([['dead.letters', subject]]), () => 0);
const framed = (id: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.writeInt32BE(id, 1);
  return bytes;
};
/** The outcome of decoding a value with an id: the error, or the value. */
const decoding = (url: string, id: number): Promise<unknown> =>
  outcomeOf(
    (async () => {
      const codec = await codecAt(url);
      await codec.prepare([framed(id)]);
      return codec.decode('dead.letters', framed(id));
    })(),
  );

const huge = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(1024 * 1024, 32);
  const send = (): void => {
    while (!response.destroyed && response.write(piece));
    response.once('drain', send);
  };
  send();
};

const registering: readonly (readonly [title: string, registry: Registry, type: unknown, message: RegExp])[] = [
  [
    'an id that leads to another schema',
    { schema: () => [200, { schema: other }] },
    UsageError,
    /for subject t\.dead\.letters-value it gave id 5, whose schema is another one: .*Change/,
  ],
  [
    'an id that it does not know itself',
    { schema: () => [404, { error_code: 40403, message: 'none' }] },
    UsageError,
    /gave id 5, which it does not know itself/,
  ],
  [
    'an id whose schema is not JSON',
    { schema: () => [200, { schema: '{' }] },
    RetryableError,
    /schema 5 is not an Avro/,
  ],
  [
    'an id whose schema is not Avro',
    { schema: () => [200, { schema: '{"type":"nothing"}' }] },
    RetryableError,
    /not an Avro/,
  ],
  [
    'an id whose schema is of another type',
    { schema: () => [200, { schema: 'syntax = "proto3";', schemaType: 'PROTOBUF' }] },
    UsageError,
    /whose schema is another one/,
  ],
  ['200 with an error', { schema: () => [200, { error_code: 50001, message: 'x' }] }, RetryableError, /has no schema/],
  [
    '200 with an error, for the id',
    { id: () => [200, { error_code: 50001, message: 'x' }] },
    RetryableError,
    /has no id/,
  ],
  ['a redirect', { id: () => [302, {}] }, RetryableError, /has no id/],
  [
    'a schema that it calls incompatible',
    { id: () => [409, { error_code: 409, message: 'no' }] },
    UsageError,
    /FULL_TRANSITIVE/,
  ],
];
for (const [title, registry, type, message] of registering) {
  test(`registering: ${title}: ${(type as { name: string }).name}, and no id is returned`, async () => {
    await withRegistry(registry, async (url) => {
      const error = await outcomeOf(registryAt(url).register(subject, own));
      assert.is((error as Error).constructor, type, String(error));
      assert.match((error as Error).message, message);
    });
  });
}

test('registering: the same schema in other words is accepted', async () => {
  const spaced = JSON.stringify({ ...(JSON.parse(own) as object), doc: 'as the registry formats it' }, null, 2);
  await withRegistry({ schema: () => [200, { schema: spaced }] }, async (url) => {
    assert.is(await registryAt(url).register(subject, own), ownId);
  });
});

test('registering: one id for two schemas is refused', async () => {
  await withRegistry({}, async (url) => {
    const registry = registryAt(url);
    assert.is(await registry.register(subject, own), ownId);
    const error = await outcomeOf(registry.register('t.changes-value', other));
    assert.instance(error, UsageError);
    assert.match((error as Error).message, /id 5, which it also gave for another schema/);
  });
});

const byId =
  (found: Answer | ((response: ServerResponse) => void)): Required<Registry>['schema'] =>
  (id, asked) =>
    id === ownId ? honest.schema(id, asked) : found;

/** What becomes of a value with the unknown id 77. UndecodableValue: it is parked. RetryableError: it waits. */
const reading: readonly (readonly [title: string, registry: Registry, type: unknown, message: RegExp])[] = [
  ['no schema of that id', {}, UndecodableValue, /schema 77 is not in the schema registry/],
  [
    'a schema of another record',
    { schema: byId([200, { schema: other }]) },
    UndecodableValue,
    /cannot be read as dead\.letters/,
  ],
  [
    'a schema of another subject',
    { schema: byId([200, { schema: later }]), subjects: () => [200, ['theirs-value']] },
    UndecodableValue,
    /schema 77 is registered under theirs-value, not under t\.dead\.letters-value/,
  ],
  [
    'a schema that the current one cannot read',
    { schema: byId([200, { schema: JSON.stringify({ ...(JSON.parse(own) as object), fields: [] }) }]) },
    UndecodableValue,
    /cannot be read as dead\.letters/,
  ],
  [
    'a schema of another type',
    { schema: byId([200, { schema: '{}', schemaType: 'JSON' }]) },
    UndecodableValue,
    /or is not Avro/,
  ],
  [
    'a text that is not Avro',
    { schema: byId([200, { schema: '<html>' }]) },
    RetryableError,
    /schema 77 is not an Avro schema/,
  ],
  ['a page', { schema: byId((response) => void response.writeHead(200).end('<html>')) }, RetryableError, /answers 200/],
  [
    'an error in a 200',
    { schema: byId([200, { error_code: 40403, message: 'not found' }]) },
    RetryableError,
    /has no schema/,
  ],
  [
    'a redirect',
    { schema: byId((response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()) },
    RetryableError,
    /answers 302/,
  ],
  ['an endless answer', { schema: byId(huge) }, RetryableError, /larger than 4194304 bytes/],
  ['500', { schema: byId([500, { error_code: 50001, message: 'x' }]) }, RetryableError, /answers 500/],
  [
    '500 for the subjects',
    { schema: byId([200, { schema: later }]), subjects: () => [500, {}] },
    RetryableError,
    /500 for the subjects of schema 77/,
  ],
];
for (const [title, registry, type, message] of reading) {
  test(`reading an unknown id: ${title}: ${(type as { name: string }).name}`, async () => {
    await withRegistry(registry, async (url) => {
      const error = await decoding(url, 77);
      assert.is((error as Error).constructor, type, String(error));
      assert.match((error as Error).message, message);
    });
  });
}

test('an endless answer to the client library is given up', async () => {
  await withRegistry({ id: () => [200, { id: ownId }] }, async () => undefined);
  const server = createServer((_, response) => huge(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const error = await outcomeOf(registryAt(`http://127.0.0.1:${port}`).register(subject, own));
    assert.instance(error, RetryableError);
    assert.match((error as Error).message, /larger than 4194304 bytes/);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a later schema of the same subject is read; a registry without that route is not asked twice', async () => {
  for (const subjects of [honest.subjects, (): Answer => [404, { error_code: 404 }]]) {
    await withRegistry({ schema: byId([200, { schema: later }]), subjects }, async (url) => {
      const value = await decoding(url, 77);
      assert.instance(value, UndecodableValue, 'forty zeros are no dead letter');
      assert.match((value as Error).message, /does not fit schema 77/);
    });
  }
});

test('a registry that changes its answer for an id is not asked again', async () => {
  const changing: Registry = {
    schema: (id, asked) => (id === ownId ? honest.schema(id, asked) : [200, { schema: asked < 3 ? later : other }]),
  };
  await withRegistry(changing, async (url) => {
    const registry = registryAt(url);
    const codec = await createCodec(registry, new Map([['dead.letters', subject]]), () => 0);
    await codec.prepare([framed(77)]);
    assert.is(await registry.schemaById(77), later);
    await codec.prepare([framed(77)]);
    assert.is(await registry.schemaById(77), later);
  });
});

test('a slow registry is retried, and the wait is limited', async () => {
  await withRegistry({ schema: byId(() => undefined) }, async (url) => {
    const error = await outcomeOf(registryAt(url, 200).schemaById(77));
    assert.instance(error, RetryableError);
    assert.match((error as Error).message, /no answer within 200 ms/);
  });
});

/** Headers that no registry has to be asked about. */
const headers: readonly (readonly [title: string, bytes: Buffer, message: RegExp])[] = [
  ['no bytes', Buffer.alloc(0), /does not start with/],
  ['a truncated header', Buffer.from([0, 0, 0, 0]), /does not start with/],
  ['another magic byte', Buffer.from([1, 0, 0, 0, 5, 0]), /does not start with/],
  ['id 0', framed(0), /schema 0 is not in the schema registry/],
  ['a negative id', framed(-7), /schema -7 is not in the schema registry/],
  ['a header without a value', framed(ownId).subarray(0, 5), /does not fit schema 5/],
];
for (const [title, bytes, message] of headers) {
  test(`reading: ${title}: parked without a request`, async () => {
    let asked = 0;
    const counting: Registry = {
      schema: (id, nth) => {
        asked += id === ownId ? 0 : 1;
        return honest.schema(id, nth);
      },
    };
    await withRegistry(counting, async (url) => {
      const codec = await codecAt(url);
      await codec.prepare([bytes]);
      assert.throws(
        () => codec.decode('dead.letters', bytes),
        (error: unknown) => error instanceof UndecodableValue && message.test(error.message),
      );
      assert.is(asked, 0);
    });
  });
}

test('reading: the id of another topic of this program is parked', async () => {
  const ids = new Map([
    [own, 5],
    [other, 6],
  ]);
  const normal = (schema: string): string => JSON.stringify(JSON.parse(schema));
  const idOf = (schema: string): number => [...ids].find(([one]) => normal(one) === normal(schema))?.[1] ?? 0;
  const two: Registry = {
    id: (schema) => [200, { id: idOf(schema) }],
    schema: (id) => [200, { schema: [...ids].find(([, one]) => one === id)?.[0] ?? own }],
  };
  await withRegistry(two, async (url) => {
    const subjects = new Map([
      ['dead.letters', subject],
      ['changes', 't.changes-value'],
    ] as const);
    const codec = await createCodec(registryAt(url), subjects, () => 0);
    await codec.prepare([framed(6)]);
    assert.throws(
      () => codec.decode('dead.letters', framed(6)),
      (error: unknown) =>
        error instanceof UndecodableValue && error.message === 'schema 6 is that of changes, not of dead.letters',
    );
  });
});

test.run();
