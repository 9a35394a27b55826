import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isOnCurve, programAddress, squadsProgram, token2022Program } from '../../../../pipeline/chain/solana/keys.ts';
import { factOf, holdersIn } from '../../../support/chain/read-state.ts';
import { readMints } from '../../../support/chain/read-solana.ts';
import {
  bytesOfKey,
  mintAccount,
  type MintParts,
  ownMetadata,
  splMultisig,
  squadsMultisig,
  upgradeableProgram,
  walletKey,
} from '../../../support/chain/solana-accounts.ts';
import { type SolanaNode, startSolanaNode } from '../../../support/chain/solana-node.ts';

const mint = walletKey('mint');
const [a, b, c] = [walletKey('a'), walletKey('b'), walletKey('c')];

async function nodeWith(parts: MintParts): Promise<SolanaNode> {
  const node = await startSolanaNode();
  node.accounts.set(mint, mintAccount(parts));
  return node;
}

const controlOf = async (node: SolanaNode, address: string): Promise<Readonly<Record<string, unknown>>> => {
  const [state] = await readMints(node, [mint]);
  assert.is(state?.reading, 'stated', JSON.stringify(state?.unread));
  return factOf(state, 'control', address) as Readonly<Record<string, unknown>>;
};

test('a key without an account is a key, and an address off the curve belongs to a program', async () => {
  const derived = programAddress([Buffer.from('x')], squadsProgram);
  assert.not.ok(isOnCurve(derived));
  const node = await nodeWith({ mintAuthority: a, freezeAuthority: derived });
  const [state] = await readMints(node, [mint]);
  assert.equal(holdersIn(state), { freeze_authority: derived, mint_authority: a });
  assert.equal((factOf(state, 'control', a) as { kind: string }).kind, 'key');
  const { kind, note, signers } = factOf(state, 'control', derived) as Readonly<Record<string, unknown>>;
  assert.equal([kind, note, signers], ['contract', 'program_address', []]);
});

test('a multisig of the token program: 2 of 3', async () => {
  const multisig = walletKey('multisig');
  const node = await nodeWith({ mintAuthority: multisig });
  node.accounts.set(multisig, splMultisig(2, [a, b, c]));
  const [state] = await readMints(node, [mint]);
  const authority = factOf(state, 'authority', 'mint_authority') as Readonly<Record<string, unknown>>;
  assert.equal(authority['accountType'], 'multisig');
  assert.equal(authority['signers'], [a, b, c]);
  assert.is(authority['threshold'], 2);
  const control = await controlOf(node, multisig);
  assert.is(control['kind'], 'spl_multisig');
  assert.equal(control['next'], [a, b, c].sort());
  assert.is((factOf(state, 'control', b) as { kind: string }).kind, 'key');
});

for (const [name, spoil] of [
  ['that needs no signature', (data: Buffer) => data.writeUInt8(0, 0)],
  ['that needs more signatures than it has signers', (data: Buffer) => data.writeUInt8(4, 0)],
  ['with a signer twice', (data: Buffer) => data.copy(data, 3, 35, 67)],
  ['that was not set up', (data: Buffer) => data.writeUInt8(0, 2)],
] as const) {
  test(`a multisig account ${name} is no multisig`, async () => {
    const multisig = walletKey('multisig');
    const account = splMultisig(2, [a, b, c]);
    spoil(account.data);
    const node = await nodeWith({ mintAuthority: multisig });
    node.accounts.set(multisig, account);
    assert.is((await controlOf(node, multisig))['kind'], 'contract');
  });
}

const squads = squadsMultisig({
  threshold: 2,
  timeLock: 3600,
  configAuthority: c,
  members: [
    [a, 7],
    [b, 2],
    [walletKey('proposer'), 5],
  ],
});

const transaction = (keys: readonly string[], loaded: readonly string[] = []): unknown => ({
  transaction: { message: { accountKeys: keys } },
  meta: { err: null, loadedAddresses: { writable: loaded, readonly: [] } },
});

async function vaultNode(): Promise<SolanaNode> {
  const node = await nodeWith({ mintAuthority: squads.vault });
  node.accounts.set(squads.address, squads.account);
  return node;
}

test('a vault of Squads is linked by deriving it from a key of its transactions', async () => {
  for (const keys of [
    transaction([a, squads.address, squads.vault, squadsProgram]),
    transaction([a, squadsProgram], [squads.address]),
  ]) {
    const node = await vaultNode();
    node.signatures.set(squads.vault, [
      { signature: 's2', err: { InstructionError: [0, 'x'] } },
      { signature: 's1', err: null },
    ]);
    node.transactions.set('s1', keys);
    const control = await controlOf(node, squads.vault);
    const { kind, version, voters, threshold, timeLockSeconds, owner, delegate, signers } = control;
    assert.equal([kind, version, threshold, timeLockSeconds], ['squads', '4', 2, 3600]);
    assert.equal([owner, delegate], [c, squads.address]);
    assert.equal(voters, [a, b]);
    assert.is((signers as readonly string[]).length, 3);
    assert.equal(control['next'], [a, b, c].sort());
    const [state] = await readMints(node, [mint]);
    const authority = factOf(state, 'authority', 'mint_authority') as Readonly<Record<string, unknown>>;
    assert.equal([authority['accountType'], authority['threshold']], ['multisig', 2]);
    assert.equal(authority['signers'], [a, b]);
  }
});

test('without a derivation there is no link, whatever a transaction names', async () => {
  const other = squadsMultisig({ threshold: 1, members: [[walletKey('stranger'), 7]] });
  const cases: readonly (readonly [keys: readonly string[], account: boolean])[] = [
    [[a, other.address, squads.vault, squadsProgram], true],
    [[a, squads.address, squads.vault], true],
    // Derives the vault, but is no account of a multisig.
    [[a, squads.address, squads.vault, squadsProgram], false],
  ];
  for (const [keys, hasAccount] of cases) {
    const node = await vaultNode();
    node.accounts.set(other.address, other.account);
    if (!hasAccount) node.accounts.delete(squads.address);
    node.signatures.set(squads.vault, [{ signature: 's1', err: null }]);
    node.transactions.set('s1', transaction(keys));
    assert.is((await controlOf(node, squads.vault))['note'], 'program_address');
  }
});

test('transactions that a node does not answer leave the mint unreadable', async () => {
  for (const method of ['getSignaturesForAddress', 'getTransaction']) {
    const node = await vaultNode();
    node.signatures.set(squads.vault, [{ signature: 's1', err: null }]);
    node.spoil = (asked) => (asked === method ? { error: { code: -32_011, message: 'no history' } } : undefined);
    const [state] = await readMints(node, [mint]);
    assert.is(state?.reading, 'unreadable');
    assert.equal(state?.unread, [`${squads.vault} transactions`]);
  }
});

test('the account of a multisig as authority is shown as such: it can sign nothing', async () => {
  const node = await nodeWith({ mintAuthority: squads.address });
  node.accounts.set(squads.address, squads.account);
  const { kind, note } = await controlOf(node, squads.address);
  assert.equal([kind, note], ['squads', 'not_a_vault']);
});

test('the program of a transfer hook, and who may replace its code', async () => {
  const [hook, code] = [walletKey('hook'), walletKey('code')];
  const extensions = [[14, Buffer.concat([bytesOfKey(null), bytesOfKey(hook)])]] as const;
  for (const authority of [a, null]) {
    const node = await nodeWith({ extensions });
    const { program, code: data } = upgradeableProgram(code, authority);
    node.accounts.set(hook, program).set(code, data);
    const [state] = await readMints(node, [mint]);
    assert.is(holdersIn(state)['upgrade_authority'], authority);
    const powers = factOf(state, 'powers') as readonly string[];
    assert.is(powers.includes('upgrade_logic'), authority !== null);
    assert.ok(powers.includes('transfer_hook'));
    assert.is((factOf(state, 'control', hook) as { kind: string }).kind, 'program');
    assert.is(factOf(state, 'control', a) !== undefined, authority !== null);
  }
});

test('an account of another program is followed to its program', async () => {
  const [pool, program, code] = [programAddress([Buffer.from('pool')], squadsProgram), walletKey('p'), walletKey('d')];
  const node = await nodeWith({ mintAuthority: pool });
  const loaded = upgradeableProgram(code, b);
  node.accounts.set(pool, { owner: program, data: Buffer.from('state') });
  node.accounts.set(program, loaded.program).set(code, loaded.code);
  const [state] = await readMints(node, [mint]);
  const { kind, note, owner, next } = factOf(state, 'control', pool) as Readonly<Record<string, unknown>>;
  assert.equal([kind, note, owner, next], ['contract', 'program_account', program, [program]]);
  assert.equal((factOf(state, 'control', program) as { next: unknown }).next, [b]);
  assert.is((factOf(state, 'control', b) as { kind: string }).kind, 'key');
});

test('extensions: powers, authorities without a holder, and unknown numbers', async () => {
  const scaled = Buffer.alloc(56);
  scaled.writeDoubleLE(1, 32);
  scaled.writeBigInt64LE(1_784_999_999n, 40);
  scaled.writeDoubleLE(1.0375, 48);
  const node = await nodeWith({
    freezeAuthority: a,
    extensions: [
      [3, bytesOfKey(null)],
      [6, Buffer.from([2])],
      [9, Buffer.alloc(0)],
      [25, scaled],
      [26, Buffer.concat([bytesOfKey(b), Buffer.from([1])])],
      [28, bytesOfKey(c)],
      [4, Buffer.alloc(65)],
      ...ownMetadata(mint, null),
    ],
  });
  const [state] = await readMints(node, [mint]);
  const holders = holdersIn(state);
  assert.is(holders['close_authority'], null);
  assert.is(holders['scaled_amount_authority'], null);
  assert.is(holders['update_authority'], null);
  assert.is(holders['pause_authority'], b);
  assert.is(factOf(state, 'paused'), true);
  assert.is(factOf(state, 'multiplier'), '1.0375');
  const powers = ['freeze_address', 'pause_all', 'frozen_by_default', 'non_transferable', 'scaled_amount'];
  assert.equal(factOf(state, 'powers'), [...powers, 'extension_28']);
  assert.is((factOf(state, 'token') as { name: string }).name, 'Own Coin');
});

test('metadata of another mint is none', async () => {
  const impostor = walletKey('impostor');
  const node = await nodeWith({
    extensions: [[18, Buffer.concat([bytesOfKey(a), bytesOfKey(impostor)])]],
  });
  const metadata = ownMetadata(impostor, b);
  node.accounts.set(impostor, mintAccount({ extensions: metadata }));
  const [state] = await readMints(node, [mint]);
  assert.is((factOf(state, 'token') as { name: unknown }).name, null);
  assert.not.ok('update_authority' in holdersIn(state));
  assert.is(node.accounts.get(impostor)?.owner, token2022Program);
});

test.run();
