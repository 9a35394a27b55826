import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiOptions, startApi } from '../../../cli/service/api-part.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { createLifecycle } from '../../../infra/async/lifecycle.ts';
import { silent } from '../harness.ts';

const part = { start: async () => undefined, stop: async () => undefined, done: new Promise(() => undefined) };

/** Sends a request to an API with these settings, whose version is `version`. */
async function versionOf(
  environment: Readonly<Record<string, string>>,
  version: object,
  registry: typeof part = part,
): Promise<number> {
  let listener: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const lifecycle = createLifecycle(silent);
  const reader = { query: async () => [] };
  await startApi({
    config: loadConfig(environment).config,
    logger: silent,
    clock: () => Date.UTC(2026, 0, 1),
    lifecycle,
    engine: { artifacts: {} },
    tables: reader,
    keyTables: reader,
    caches: { registry, keyIds: part, freshness: { ...part, subscribe: () => () => undefined }, outcomes: {} },
    front: {
      httpUrl: 'http://127.0.0.1',
      loopDelay: { medianMs: () => 0 },
      serve: (one: typeof listener) => {
        listener = one;
      },
    },
    urlSigner: {},
    formKeys: [Buffer.alloc(32)],
    health: { version: () => version },
    acceptsWrites: () => true,
    answered: () => undefined,
    stopping: new AbortController().signal,
    signal: new AbortController().signal,
    onDeath: (reason: string) => assert.unreachable(reason),
  } as unknown as ApiOptions);
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/version`);
    await response.text();
    return response.status;
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await lifecycle.stop();
  }
}

test('ATTESTRY_CHECK_RESPONSES: an answer that violates its description is an error with the check, and sent without it', async () => {
  const wrong = { version: 1 };
  assert.is(await versionOf({ ATTESTRY_CHECK_RESPONSES: 'on' }, wrong), 500);
  assert.is(await versionOf({ ATTESTRY_CHECK_RESPONSES: 'off' }, wrong), 200);
  assert.is(await versionOf({}, wrong), 200);
});

test('an API that starts while tables are filled again waits for them', async () => {
  let refusals = 2;
  const start = async (): Promise<undefined> => {
    refusals -= 1;
    if (refusals >= 0) throw new RetryableError('The tables may have damaged files.');
  };
  assert.is(await versionOf({}, { version: 1 }, { ...part, start }), 200);
  assert.is(refusals, -1);
});

test.run();
