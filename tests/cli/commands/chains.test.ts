import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { openTestChain, type TestChain } from '../../support/chain/contracts.ts';
import { attestry } from '../harness.ts';

interface Context {
  chain: TestChain;
  directory: string;
  asset: string;
  burner: string;
}

interface ShownProofs {
  readonly assets: readonly {
    readonly proven?: true;
    readonly facts: readonly { readonly field: string; readonly proven?: true }[];
  }[];
}

const test = suite<Context>('attestry chains read');
const setting = 'ATTESTRY_RPC_ETHEREUM';

test.before(async (context) => {
  context.chain = await openTestChain();
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-chains-'));
  const [a = '', b = ''] = context.chain.keys;
  const safe = await context.chain.safe([a, b], 2);
  const token = await context.chain.deploy('OwnedToken', safe.address);
  const burner = await context.chain.deploy('Burner');
  await context.chain.finalize();
  context.asset = `eip155:1/erc20:${token.shown}`;
  context.burner = `eip155:1/erc20:${burner.address}`;
});
test.before.each(({ chain }) => {
  process.env[setting] = `own=${chain.anvil.url}`;
  process.env['ATTESTRY_RPC_RATE'] = 'off';
});
test.after(({ directory }) => {
  delete process.env['ATTESTRY_RPC_ETHEREUM'];
  delete process.env['ATTESTRY_RPC_RATE'];
  rmSync(directory, { recursive: true, force: true });
});

test('prints the asset with its controllers, and the file of the exchanges decodes to the same bytes', async (context) => {
  for (const name of ['reading.cassette', 'reading.cassette.gz']) {
    const file = join(context.directory, name);
    const live = await attestry('chains', 'read', context.asset, '--out', file, '--json');
    assert.is(live.code, 0, live.stderr);
    const again = await attestry('chains', 'read', '--file', file, '--json');
    assert.is(again.stdout, live.stdout);
    const bytes = readFileSync(file);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    assert.match(text, /^\{"assets":/);
    assert.not.match(text, /127\.0\.0\.1/);
    const shown = JSON.parse(live.stdout) as {
      readonly providers: unknown;
      readonly assets: readonly { reading: string }[];
    };
    assert.equal(shown.providers, ['own']);
    assert.is(shown.assets[0]?.reading, 'stated');
  }
});

test('prints it in plain text for people', async (context) => {
  const [a = ''] = context.chain.keys;
  const { code, stdout } = await attestry('chains', 'read', context.asset);
  assert.is(code, 0);
  assert.match(stdout, /read from own/);
  assert.match(stdout, /name +Owned Coin/);
  assert.match(stdout, /upgrade_authority +given up/);
  assert.match(stdout, /mint_authority +0x\w{40} +2 of 2 signers/);
  assert.match(stdout, /safe, version 1\.5\.0, 2 of 2 signers/);
  assert.ok(stdout.includes(toChecksumAddress(a)));
  assert.match(stdout, /proven by the state root\n +fact +of\n/);
  assert.match(stdout, /\n +code +the asset\n/);
});

test('names each fact that the state root proves, and no other', async (context) => {
  const { stdout } = await attestry('chains', 'read', context.asset, '--json');
  const [asset] = (JSON.parse(stdout) as ShownProofs).assets;
  const proven = asset?.facts.filter((fact) => fact.proven === true).map(({ field }) => field);
  assert.equal([...new Set(proven)].sort(), ['authority', 'code', 'control']);
  const others = asset?.facts.filter((fact) => !('proven' in fact)).map(({ field }) => field) ?? [];
  assert.ok(['chain_reading', 'token', 'supply', 'powers'].every((field) => others.includes(field)));
});

test('an address without a contract is proven to have none', async () => {
  const asset = `eip155:1/erc20:0x${'ad'.repeat(20)}`;
  const read = await attestry('chains', 'read', asset);
  assert.match(read.stdout, /there is no contract at this address, as the state root proves/);
  const { stdout } = await attestry('chains', 'read', asset, '--json');
  assert.is((JSON.parse(stdout) as ShownProofs).assets[0]?.proven, true);
});

test('reads at an earlier block, by number or hash', async (context) => {
  const { rpc } = context.chain.anvil;
  const earlier = (await rpc('eth_getBlockByNumber', '0x1', false)) as { readonly hash: string };
  for (const at of ['1', earlier.hash]) {
    const { code, stdout } = await attestry('chains', 'read', context.asset, '--at', at, '--json');
    assert.is(code, 0);
    const [asset] = (JSON.parse(stdout) as { readonly assets: readonly { readonly reading: string }[] }).assets;
    assert.is(asset?.reading, 'no_contract');
  }
});

test('a block that is not final yet is refused', async (context) => {
  const latest = Number(await context.chain.anvil.rpc('eth_blockNumber'));
  const { code, stderr } = await attestry('chains', 'read', context.asset, '--at', String(latest));
  assert.is(code, 1);
  assert.match(stderr, /provider own has not finalized block \d+ yet; the newest finalized one is \d+/);
});

test('an asset that was not read in full is named with what is missing, and exits 1', async (context) => {
  const { code, stdout, stderr } = await attestry('chains', 'read', context.burner);
  assert.is(code, 1);
  assert.match(stdout, /could not be read in full, so nothing is stated of it\n {2}not read: 0x\w+ COUNTING_MODE/);
  assert.match(stderr, /not read in full/);
});

test('a node of another chain is refused', async (context) => {
  process.env['ATTESTRY_RPC_BASE'] = `own=${context.chain.anvil.url}`;
  const { code, stderr } = await attestry('chains', 'read', context.asset.replace('eip155:1', 'eip155:8453'));
  delete process.env['ATTESTRY_RPC_BASE'];
  assert.is(code, 1);
  assert.match(stderr, /provider own is on chain 1, not on chain 8453/);
});

test('a node that does not answer is named by its label alone', async (context) => {
  process.env[setting] = 'own=http://127.0.0.1:9/SECRETKEY';
  const { code, stderr } = await attestry('chains', 'read', context.asset);
  assert.is(code, 1);
  assert.match(stderr, /provider own: no whole answer/);
  assert.not.match(stderr, /SECRETKEY|127/);
});

const misuse: readonly (readonly [arguments_: readonly string[], message: RegExp])[] = [
  [[], /name an asset as eip155:1\/erc20:0x…, or a recorded reading by --file/],
  [['usdc'], /"usdc" is not a CAIP-19 id/],
  [['xrpl:0/token:USD.r1'], /is not among the chains that are read: eip155:1, /],
  [['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:So1'], /does not name a token as token:…/],
  [['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501'], /does not name a token as token:…/],
  [['eip155:1/slip44:60'], /does not name a token as erc20:0x…/],
  [['eip155:1/erc20:0x12'], /does not name a token as erc20:0x…/],
  [[`eip155:1/erc721:0x${'1'.repeat(40)}/5`], /does not name a token as erc20:0x…/],
  [[`eip155:1/erc20:0x${'1'.repeat(40)}`, '--at', 'latest'], /--at takes the number or the hash/],
  [[`eip155:1/erc20:0x${'1'.repeat(40)}`, '--file', 'a'], /give it alone/],
  [[`eip155:8453/erc20:0x${'1'.repeat(40)}`], /ATTESTRY_RPC_BASE names no provider/],
];

for (const [arguments_, message] of misuse) {
  test(`wrong usage: ${arguments_.join(' ')}`, async () => {
    const { code, stderr } = await attestry('chains', 'read', ...arguments_);
    assert.is(code, 2);
    assert.match(stderr, message);
  });
}

test('a file that is no cassette, or lacks an answer, exits 1 with the line', async (context) => {
  const file = join(context.directory, 'reading.cassette');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const written = (name: string, text: string): string => {
    writeFileSync(join(context.directory, name), text);
    return join(context.directory, name);
  };
  const cases = [
    [written('a', 'no\n'), /line 1: not JSON/],
    [written('b', lines.join('\n')), /the file was cut off/],
    [written('c', `${lines.slice(0, -1).join('\n')}\n`), /lacks an answer of provider own to eth_get(Code|Proof)/],
    [written('d', `${lines.join('\n').replace(/"evm-\d"/, '"evm-9"')}\n`), /does not have the read plan "evm-9"/],
  ] as const;
  for (const [path, message] of cases) {
    const { code, stderr } = await attestry('chains', 'read', '--file', path);
    assert.is(code, 1);
    assert.match(stderr, message);
  }
});

test.run();
