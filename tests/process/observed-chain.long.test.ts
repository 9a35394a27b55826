/** A running service observes a chain: the settings reach the rounds, and a kill loses and doubles nothing. */
// rule: each change of a chain is stated once and no URL of a provider is shown, also tests/pipeline/publishers/chain/rounds/rounds.test.ts, tests/cli/commands/chains-providers.test.ts
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openTestChain, type TestChain } from '../support/chain/contracts.ts';
import { factsOnLog } from '../support/chain/facts-on-log.ts';
import { type TwistedNode, twistNode } from '../support/chain/twisted-node.ts';
import { registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { createSandbox } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/real-time.ts';

const sandbox = createSandbox({ ATTESTRY_LOG_LEVEL: 'debug' });
/** Keys are in the path and in the query of a provider's URL. */
const secret = 'SECRETKEY47110815';
let chain: TestChain;
let node: TwistedNode;

test.before(async () => {
  chain = await openTestChain();
  node = await twistNode(chain.anvil.url, 'own');
});
test.after(async () => {
  await sandbox.destroy();
  await node.close();
});

const observed = (field: string) => factsOnLog(sandbox.directory, testId('asset-0'), field);

test('an asset is read at once, a kill loses nothing, and the next change is stated once', async () => {
  const [, other = ''] = chain.keys;
  const token = await chain.deploy('OwnedToken', chain.keys[0] ?? '');
  await chain.finalize();
  const lines = registryLines({ assets: 1 }).map((line) => line.replace(testAddress(0), token.address));
  const url = `${node.url}/v2/${secret}?token=${secret}`;
  const env = { ATTESTRY_RPC_ETHEREUM: `own=${url}`, ATTESTRY_CHAIN_SWEEP: '1m', ATTESTRY_RPC_RATE: 'off' };
  const first = await sandbox.up({ env });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'registry.ndjson', lines));
  await until('the first reading', async () => (await observed('chain_reading')).includes('"stated"'));
  assert.equal(await observed('chain_reading'), ['"stated"']);
  await sandbox.killAll();
  await chain.send(token, 'transferOwnership', [other]);
  await chain.finalize();
  const second = await sandbox.up({ env });
  const offers = async () => (await observed('ownership_offer')).filter((value) => value.toLowerCase().includes(other));
  await until('the offer', async () => (await offers()).length > 0);
  assert.is((await offers()).length, 1);
  await sandbox.idle();
  const verified = await sandbox.json<Record<string, number>>('verify');
  assert.equal([verified['lost'], verified['duplicate'], verified['differing']], [0, 0, 0]);
  const resumed = await sandbox.json<object>('chains', 'resume', 'ethereum');
  assert.equal(resumed, { chain: 'ethereum', resumed: false, message: null });
  assert.is((await sandbox.cli('chains', 'resume', 'bitcoin')).code, 2);
  const status = await (await fetch(`${second.httpUrl}/status.json`)).text();
  assert.match(status, /"label":"own"/);
  // The node refuses, and repeats the URL it was asked by.
  node.respond = (response) => response.writeHead(403).end(`no such key: ${url}`);
  const commands = [
    ['chains'],
    ['doctor'],
    ['config'],
    ['chains', 'read', `eip155:1/erc20:${token.address}`],
    ['status'],
  ];
  const outputs = await Promise.all(commands.map((command) => sandbox.spawned(env, ...command)));
  assert.match(outputs[0]?.stdout ?? '', /provider own: /);
  const texts = [status, first.stderr(), second.stderr(), ...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr])];
  for (const part of [secret, new URL(url).host]) {
    assert.equal(
      texts.filter((text) => text.includes(part)),
      [],
      part,
    );
    assert.equal(await filesWith(sandbox.directory, part), [], part);
  }
});

/** Files of a directory that have a text, also inside of compressed ones. */
async function filesWith(directory: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of storedFiles(directory)) {
    const bytes = await readFile(path);
    const content = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    if (content.includes(text)) found.push(path);
  }
  return found;
}

test.run();
