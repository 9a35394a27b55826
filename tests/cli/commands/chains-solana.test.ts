import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { solana } from '../../support/chain/read-solana.ts';
import {
  mintAccount,
  ownMetadata,
  splMultisig,
  squadsMultisig,
  walletKey,
} from '../../support/chain/solana-accounts.ts';
import { type SolanaNode, startSolanaNode } from '../../support/chain/solana-node.ts';
import { attestry } from '../harness.ts';

interface Context {
  node: SolanaNode;
  directory: string;
}

const test = suite<Context>('attestry chains read, Solana');
const setting = 'ATTESTRY_RPC_SOLANA';
const mint = walletKey('mint');
const asset = `${solana}/token:${mint}`;
const [a, b] = [walletKey('a'), walletKey('b')];
const multisig = walletKey('multisig');
const squads = squadsMultisig({
  threshold: 1,
  timeLock: 3600,
  members: [
    [a, 7],
    [b, 5],
  ],
});

test.before.each(async (context) => {
  context.node = await startSolanaNode();
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-solana-'));
  const { accounts, signatures, transactions } = context.node;
  accounts.set(mint, mintAccount({ mintAuthority: multisig, extensions: ownMetadata(mint, squads.vault) }));
  accounts.set(multisig, splMultisig(2, [a, b])).set(squads.address, squads.account);
  signatures.set(squads.vault, [{ signature: 's', err: null }]);
  transactions.set('s', {
    transaction: { message: { accountKeys: [a, squads.address, squads.account.owner] } },
    meta: { loadedAddresses: { writable: [], readonly: [] } },
  });
  process.env[setting] = `own=${context.node.url}`;
  process.env['ATTESTRY_RPC_RATE'] = 'off';
});
test.after.each(({ directory }) => {
  delete process.env['ATTESTRY_RPC_SOLANA'];
  delete process.env['ATTESTRY_RPC_RATE'];
  rmSync(directory, { recursive: true, force: true });
});

test('prints a mint with its controllers, and the file of the exchanges decodes to the same bytes', async (context) => {
  const file = join(context.directory, 'mint.cassette');
  const live = await attestry('chains', 'read', asset, '--out', file, '--json');
  assert.is(live.code, 0, live.stderr);
  const again = await attestry('chains', 'read', '--file', file, '--json');
  assert.is(again.stdout, live.stdout);
  const header = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as Readonly<Record<string, unknown>>;
  assert.is(header['plan'], 'solana-1');
  assert.is((header['block'] as { readonly number: number }).number, context.node.slot);
  const { stdout } = await attestry('chains', 'read', asset);
  assert.match(stdout, /name +Own Coin/);
  assert.match(stdout, /freeze_authority +given up/);
  assert.match(stdout, new RegExp(`mint_authority +${multisig} +2 of 2 signers`));
  assert.match(stdout, new RegExp(`squads, version 4, 1 of 1 signers, waits 3600 s, a vault of ${squads.address}`));
});

test('an address without a mint, and a block other than the newest', async () => {
  const { code, stdout } = await attestry('chains', 'read', `${solana}/token:${a}`);
  assert.is(code, 0);
  assert.match(stdout, /there is no contract at this address/);
  const at = await attestry('chains', 'read', asset, '--at', '7');
  assert.is(at.code, 2);
  assert.match(at.stderr, /newest finalized slot alone/);
});

test('a node of another network, without a finalized block, or without its time, is refused', async ({ node }) => {
  node.genesis = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
  const other = await attestry('chains', 'read', asset);
  assert.is(other.code, 1);
  assert.match(other.stderr, /provider own is of another network than solana:5eykt/);
  for (const [method, message] of [
    ['getLatestBlockhash', /provider own does not state which block is finalized/],
    ['getBlockTime', /provider own does not state the time of block 437047333/],
  ] as const) {
    const one = await startSolanaNode();
    one.spoil = (asked) => (asked === method ? { result: null } : undefined);
    process.env[setting] = `own=${one.url}`;
    const { code, stderr } = await attestry('chains', 'read', asset);
    assert.is(code, 1);
    assert.match(stderr, message);
  }
});

test('a mint that was not read in full is named with what is missing, and exits 1', async ({ node }) => {
  node.spoil = (method) =>
    method === 'getSignaturesForAddress' ? { error: { code: -32_011, message: 'no history' } } : undefined;
  const { code, stdout } = await attestry('chains', 'read', asset);
  assert.is(code, 1);
  assert.match(stdout, new RegExp(`not read: ${squads.vault} transactions`));
});

test.run();
