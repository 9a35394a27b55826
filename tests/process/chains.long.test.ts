/** A service that observes a chain is killed while it sweeps, while it states, and at random: each change is stated once. */
// rule: each change of a chain is stated once, also tests/pipeline/publishers/chain/rounds/rounds.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred } from '../../infra/async/async.ts';
import { openTestChain } from '../support/chain/contracts.ts';
import { type TwistedNode, twistNode } from '../support/chain/twisted-node.ts';
import { factsOnLog } from '../support/chain/facts-on-log.ts';
import { registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { createSandbox } from '../support/service.ts';
import { pause, within, until } from '../support/real-time.ts';

const sandbox = createSandbox();
let node: TwistedNode;
test.after(async () => {
  await sandbox.destroy();
  // It holds requests that are never answered, and would keep the worker alive.
  await node.close();
});

const kills = 12;
/** Requests of a sweep, and of a statement, which alone asks for proofs; null: any moment. */
const moments = ['eth_call', 'eth_getProof', null] as const;

test(`after ${kills} kills each offer of ownership is stated once`, async () => {
  const chain = await openTestChain();
  node = await twistNode(chain.anvil.url, 'own');
  const [owner = '', ...others] = chain.keys;
  const token = await chain.deploy('OwnedToken', owner);
  await chain.finalize();
  const lines = registryLines({ assets: 1 }).map((line) => line.replace(testAddress(0), token.address));
  const env = { ATTESTRY_RPC_ETHEREUM: `own=${node.url}`, ATTESTRY_CHAIN_SWEEP: '1m', ATTESTRY_RPC_RATE: 'off' };
  const offers = () => factsOnLog(sandbox.directory, testId('asset-0'), 'ownership_offer');
  await sandbox.up({ env });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'registry.ndjson', lines));
  for (let n = 0; n < kills; n += 1) {
    await pause(Math.random() * 1_500);
    await sandbox.killAll();
    await chain.send(token, 'transferOwnership', [others[n % others.length] ?? '']);
    await chain.finalize();
    const method = moments[n % moments.length] ?? null;
    if (method !== null) {
      const reached = createDeferred<undefined>();
      node.hold = (messages) => {
        if (!messages.some((message) => message.method === method)) return Promise.resolve();
        reached.resolve(undefined);
        return new Promise(() => undefined);
      };
      await sandbox.up({ env });
      await within(reached.promise, () => `a request ${method}`);
      await sandbox.killAll();
      node.hold = () => Promise.resolve();
    }
    await sandbox.up({ env });
  }
  const last = others[(kills - 1) % others.length] ?? '';
  await until('the last offer', async () => (await offers()).at(-1)?.toLowerCase().includes(last) === true);
  await sandbox.idle();
  const stated = (await offers()).map((value) => value.toLowerCase());
  assert.is(new Set(stated).size, stated.length);
  const verified = await sandbox.json<Record<string, number>>('verify');
  assert.equal([verified['lost'], verified['duplicate'], verified['differing']], [0, 0, 0]);
});

test.run();
