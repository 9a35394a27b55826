import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Check } from '../../../cli/doctor/check.ts';
import { chainChecks } from '../../../cli/doctor/chain-checks.ts';
import type { ChainProviders } from '../../../cli/chains/observed-providers.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { type Anvil, startAnvil } from '../../support/chain/anvil.ts';
import { attestry } from '../harness.ts';

interface Context {
  anvil: Anvil;
  server: Server;
  /** A provider whose answer to every request names its own URL, which has a key. */
  leaky: string;
}

const test = suite<Context>('attestry chains: providers');
const names = ['ATTESTRY_RPC_ETHEREUM', 'ATTESTRY_RPC_BASE', 'ATTESTRY_RPC_RATE'] as const;
const secret = 'SECRETKEY4711';

const silent = (): void => undefined;

test.before(async (context) => {
  context.anvil = await startAnvil();
  await context.anvil.rpc('anvil_mine', '0x20');
  context.server = createServer((request, response) => {
    request.resume();
    response.writeHead(403, { 'content-type': 'application/json', location: request.url });
    response.end(JSON.stringify({ error: `no such key: ${request.url ?? ''}` }));
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  context.leaky = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}/v2/${secret}?key=${secret}`;
});
test.before.each(() => {
  process.env['ATTESTRY_RPC_RATE'] = 'off';
});
test.after.each(() => {
  for (const name of names) Reflect.deleteProperty(process.env, name);
});
test.after(async ({ server }) => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const chainsIn = (stdout: string): readonly ChainProviders[] =>
  (JSON.parse(stdout) as { readonly chains: readonly ChainProviders[] }).chains;

test('without a provider it names the settings', async () => {
  const { code, stdout } = await attestry('chains');
  assert.is(code, 0);
  assert.match(stdout, /no chain is observed: no setting ATTESTRY_RPC_<CHAIN> names a provider/);
});

test('shows head, finalized block, its age and what each provider can do', async ({ anvil }) => {
  process.env['ATTESTRY_RPC_ETHEREUM'] = `own=${anvil.url},b=${anvil.url}`;
  const { code, stdout } = await attestry('chains', '--json');
  assert.is(code, 0);
  const [ethereum] = chainsIn(stdout);
  assert.is(ethereum?.chain, 'ethereum');
  assert.equal(
    ethereum?.providers.map(({ label, problem }) => [label, problem]),
    [
      ['own', null],
      ['b', null],
    ],
  );
  const [own] = ethereum?.providers ?? [];
  assert.ok((own?.head ?? 0) > (own?.finalized?.number ?? Number.POSITIVE_INFINITY));
  assert.equal(own?.capabilities, { overrides: true, proofs: 'verified', archive: null, creator: true, batches: true });
  const shown = await attestry('chains');
  assert.match(
    shown.stdout,
    /ethereum +own +\d+ +\d+ +\d+ s +overrides, proofs, batches, state since the first block, creators/,
  );
});

test('a provider of another chain is named with its reason, by chains and by doctor', async ({ anvil }) => {
  process.env['ATTESTRY_RPC_BASE'] = `own=${anvil.url}`;
  const { code, stdout } = await attestry('chains');
  assert.is(code, 0);
  assert.match(stdout, /base: provider own is on chain 1, not on chain 8453/);
  const [check] = await chainChecks(loadConfig(process.env).config, () => 0, silent);
  assert.equal([check?.name, check?.ok], ['provider own of base', false]);
  assert.match(check?.found ?? '', /^provider own is on chain 1, not on chain 8453$/);
  assert.match(check?.remedy ?? '', /^name another provider in ATTESTRY_RPC_BASE, /);
});

test('a finalized block that is older than six times its usual age is a fault', async ({ anvil }) => {
  process.env['ATTESTRY_RPC_ETHEREUM'] = `own=${anvil.url}`;
  const { config } = loadConfig(process.env);
  const block = (await anvil.rpc('eth_getBlockByNumber', 'finalized', false)) as { readonly timestamp: string };
  const found = async (laterMs: number): Promise<Check | undefined> =>
    (await chainChecks(config, () => Number(block.timestamp) * 1_000 + laterMs, silent))[0];
  assert.is((await found(60 * 60 * 1000))?.ok, true);
  const old = await found(3 * 60 * 60 * 1000);
  assert.is(old?.ok, false);
  assert.match(old?.found ?? '', /the newest finalized block of provider own is \d+ s old, more than 5760 s/);
});

test('nothing that is printed has the URL of a provider', async ({ leaky }) => {
  process.env['ATTESTRY_RPC_ETHEREUM'] = `own=${leaky},gone=http://127.0.0.1:9/${secret}`;
  const outputs = [await attestry('chains'), await attestry('chains', '--json'), await attestry('config')];
  const doctor = JSON.stringify(await chainChecks(loadConfig(process.env).config, () => 0, silent));
  const text = [...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]), doctor].join('\n');
  assert.match(text, /provider own: answered with status 403/);
  assert.match(text, /provider gone: no whole answer/);
  assert.not.match(text, new RegExp(secret));
  assert.not.match(text, /127\.0\.0\.1:9|\/v2\//);
});

test.run();
