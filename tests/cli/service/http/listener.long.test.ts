// rule: a kept connection outlives the idle minute of load balancers, also tests/cli/service/http/listener.test.ts
import { Agent, createServer, get, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { httpLimits } from '../../../../infra/http/http-limits.ts';
import { pause } from '../../../support/real-time.ts';

/** A server with limits like those of the listener, and an agent with one connection to it. */
async function kept(limits: ServerOptions) {
  const own = createServer(limits, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<{ readonly reused: boolean; readonly keepAlive: string }> =>
    new Promise((resolve, reject) => {
      const call = get({ port: (own.address() as AddressInfo).port, host: '127.0.0.1', agent }, (response) => {
        response.resume();
        const keepAlive = String(response.headers['keep-alive']);
        response.on('end', () => resolve({ reused: call.reusedSocket, keepAlive }));
      }).on('error', reject);
    });
  const end = (): void => {
    agent.destroy();
    own.closeAllConnections();
    own.close();
  };
  return { ask, end };
}

test('a kept connection outlives the headers timeout', async () => {
  // The limits of the listener, a hundred times shorter.
  const hundredth = (ms: number | undefined): number => (ms ?? 0) / 100;
  const fast = await kept({
    headersTimeout: hundredth(httpLimits.headersTimeout),
    requestTimeout: hundredth(httpLimits.requestTimeout),
    connectionsCheckingInterval: hundredth(httpLimits.connectionsCheckingInterval),
    keepAliveTimeout: 5_000,
  });
  await fast.ask();
  await pause(600);
  assert.is((await fast.ask()).reused, true);
  fast.end();
});

test.run();
