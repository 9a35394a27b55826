/** A running service observes a chain: the settings reach the rounds, and a kill loses and doubles nothing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../pipeline/runtime/harness.ts';
import { openTestChain, type TestChain } from '../support/chain/contracts.ts';
import { factsOnLog } from '../support/chain/facts-on-log.ts';
import { registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { createSandbox } from '../support/service.ts';

const sandbox = createSandbox();
let chain: TestChain;

test.before(async () => {
  chain = await openTestChain();
});
test.after(() => sandbox.destroy());

const observed = (field: string) => factsOnLog(sandbox.directory, testId('asset-0'), field);

test('an asset is read at once, a kill loses nothing, and the next change is stated once', async () => {
  const [, other = ''] = chain.keys;
  const token = await chain.deploy('OwnedToken', chain.keys[0] ?? '');
  await chain.finalize();
  const lines = registryLines({ assets: 1 }).map((line) => line.replace(testAddress(0), token.address));
  const env = { ATTESTRY_RPC_ETHEREUM: `own=${chain.anvil.url}`, ATTESTRY_CHAIN_SWEEP: '1m', ATTESTRY_RPC_RATE: 'off' };
  await sandbox.up({ env });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'registry.ndjson', lines));
  await until('the first reading', async () => (await observed('chain_reading')).includes('"stated"'));
  assert.equal(await observed('chain_reading'), ['"stated"']);
  await sandbox.killAll();
  await chain.send(token, 'transferOwnership', [other]);
  await chain.finalize();
  await sandbox.up({ env });
  const offers = async () => (await observed('ownership_offer')).filter((value) => value.toLowerCase().includes(other));
  await until('the offer', async () => (await offers()).length > 0);
  assert.is((await offers()).length, 1);
  await sandbox.json('wait', '--idle');
  const verified = await sandbox.json<Record<string, number>>('verify');
  assert.equal([verified['lost'], verified['duplicate'], verified['differing']], [0, 0, 0]);
  const resumed = await sandbox.json<object>('chains', 'resume', 'ethereum');
  assert.equal(resumed, { chain: 'ethereum', resumed: false, message: null });
  assert.is((await sandbox.cli('chains', 'resume', 'bitcoin')).code, 2);
});

test.run();
