import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { feeBasisPoints, interestBasisPoints, mintOf } from '../../../../pipeline/chain/solana/mint.ts';
import { keyBytes } from '../../../../pipeline/chain/solana/keys.ts';
import { squadsOf } from '../../../../pipeline/chain/solana/multisig.ts';
import { factOf, holdersIn } from '../../../support/chain/read-state.ts';
import { readMints } from '../../../support/chain/read-solana.ts';
import { mintAccount } from '../../../support/chain/solana-accounts.ts';
import { type FaceAccount, startSolanaNode } from '../../../support/chain/solana-node.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

/** Accounts of the main network. Some come from repositories without a licence, so no copy of them is in this one. */
const part = 'chain/solana';
const isThere = hasSharedData(part);
if (!isThere) console.log(`skipped: ${part} is not next to the repository`);
const golden = (name: string, run: () => Promise<void> | void): void =>
  isThere ? test(name, run) : test.skip(name, run);

interface AccountFile {
  readonly pubkey: string;
  readonly account: { readonly data: readonly [string]; readonly owner: string; readonly executable?: boolean };
}

function accountFile(name: string): { readonly address: string; readonly account: FaceAccount } {
  const { pubkey, account } = JSON.parse(sharedText(`${part}/${name}.json`)) as AccountFile;
  const { owner, data, executable = false } = account;
  return { address: pubkey, account: { owner, data: Buffer.from(data[0], 'base64'), executable } };
}

async function stateOf(name: string, ...others: readonly string[]) {
  const node = await startSolanaNode();
  const asset = accountFile(name);
  for (const { address, account } of [asset, ...others.map(accountFile)]) node.accounts.set(address, account);
  const [state] = await readMints(node, [asset.address]);
  assert.is(state?.reading, 'stated', JSON.stringify(state?.unread));
  return state;
}

golden('PYUSD 2024 to 2026: mint, metadata and pointer authority replaced, the others kept', async () => {
  const [before, after] = [await stateOf('pyusd-mint.2024-07'), await stateOf('pyusd-mint.2026-06-22')];
  const [old, now] = [holdersIn(before), holdersIn(after)];
  const kept = '2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk';
  const changed = Object.keys(old).filter((key) => old[key] !== now[key]);
  assert.equal(changed.sort(), ['metadata_pointer_authority', 'mint_authority', 'update_authority']);
  assert.equal(Object.keys(old), Object.keys(now));
  assert.is(now['freeze_authority'], kept);
  assert.is(now['permanent_delegate'], kept);
  assert.is(now['update_authority'], kept);
  assert.equal(factOf(before, 'token'), {
    name: 'PayPal USD',
    symbol: 'PYUSD',
    decimals: 6,
    standard: 'token',
    replaced: [],
  });
  assert.equal(factOf(before, 'token'), factOf(after, 'token'));
  assert.equal(factOf(after, 'powers'), factOf(before, 'powers'));
  const powers = ['freeze_address', 'burn_from', 'force_transfer', 'transfer_fee', 'close_mint', 'transfer_hook'];
  assert.equal(factOf(after, 'powers'), [...powers, 'change_metadata']);
  assert.is.not(factOf(before, 'supply'), factOf(after, 'supply'));
});

golden('USDC: mint and freeze authority moved between two dates', async () => {
  const [before, after] = [await stateOf('usdc-mint.snapshot-a'), await stateOf('usdc-mint.snapshot-b')];
  assert.equal(holdersIn(before), {
    mint_authority: '2wmVCSfPxGPjrnMMn7rchp4uaeoTqN39mXFC2zhPdri9',
    freeze_authority: '3sNBr7kMccME5D55xNgsmYpZnzPgP2g12CixAajXypn6',
  });
  assert.equal(holdersIn(after), {
    mint_authority: 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG',
    freeze_authority: '7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar',
  });
  assert.is(factOf(before, 'supply'), '5034954018620836');
  assert.is(factOf(after, 'supply'), '8996124729114536');
});

golden('USDC: name and update authority from its account of Metaplex', async () => {
  const state = await stateOf('usdc-mint.snapshot-a', 'usdc-metadata.metaplex');
  const token = factOf(state, 'token') as { readonly name: string; readonly symbol: string };
  assert.is(token.name, 'USD Coin');
  assert.is(token.symbol, 'USDC');
  assert.is(holdersIn(state)['update_authority'], '2wmVCSfPxGPjrnMMn7rchp4uaeoTqN39mXFC2zhPdri9');
});

golden('BERN: no mint authority although the bytes of a key are there, and a fee of 2.69 %', async () => {
  const state = await stateOf('bern-mint.2026-06-22');
  assert.is(holdersIn(state)['mint_authority'], null);
  assert.ok((factOf(state, 'powers') as readonly string[]).includes('transfer_fee'));
  const reading = mintOf(accountFile('bern-mint.2026-06-22').account as Required<FaceAccount>);
  assert.is(reading.kind === 'mint' ? feeBasisPoints(reading.mint) : null, 269);
});

golden('sUSD: interest', async () => {
  const state = await stateOf('susd-mint.2026-06-22');
  assert.ok((factOf(state, 'powers') as readonly string[]).includes('interest'));
  const reading = mintOf(accountFile('susd-mint.2026-06-22').account as Required<FaceAccount>);
  assert.ok(reading.kind === 'mint' && interestBasisPoints(reading.mint) !== null);
});

golden('a mint without mint authority, and one of SPL Token without freeze authority', async () => {
  assert.is(holdersIn(await stateOf('mint-without-mint-authority'))['mint_authority'], null);
  const freeAfter = holdersIn(await stateOf('jitosol-mint'));
  assert.is(freeAfter['freeze_authority'], null);
  assert.is(typeof freeAfter['mint_authority'], 'string');
});

for (const [name, authority] of [
  ['spl-stake-pool', 'dPpFfahSWhm5M2RB3nVaHsXfnh9ooz5bWtR3WeUguDH'],
  ['marinade', '551FBXSXdhcRDDkdcb3ThDRg84Mwe5Zs6YjJ1EEoyzBp'],
  ['lido', 'GQ3QPrB1RHPRr4Reen772WrMZkHcFM4DL5q44x1BBTFm'],
] as const) {
  golden(`the upgrade authority of the program ${name}`, async () => {
    const node = await startSolanaNode();
    const program = accountFile(`${name}-prog`);
    const code = accountFile(`${name}-prog-data.head`);
    for (const { address, account } of [program, code]) node.accounts.set(address, account);
    const mint = 'So11111111111111111111111111111111111111112';
    const hook = Buffer.concat([Buffer.alloc(32), Buffer.from(keyBytes(program.address) ?? [])]);
    node.accounts.set(mint, mintAccount({ extensions: [[14, hook]] }));
    const [state] = await readMints(node, [mint]);
    const holder = holdersIn(state)['upgrade_authority'];
    assert.is(holder, authority);
    assert.equal((factOf(state, 'control', program.address) as { readonly owner: string }).owner, holder);
    // The code itself, megabytes, is not asked for.
    assert.is(code.account.data.length, 45);
  });
}

golden('the Squads multisig of Drift: 4 of 6 voters among 7 members, an hour of waiting, no config authority', () => {
  const { account } = JSON.parse(sharedText(`${part}/squads-v4-multisig.drift-2026-09-17.json`)) as AccountFile;
  const data = Buffer.from(account.data[0], 'base64');
  const squads = squadsOf({ owner: account.owner, data, executable: false });
  assert.is(squads?.threshold, 4);
  assert.is(squads?.members.length, 7);
  assert.is(squads?.voters.length, 6);
  assert.is(squads?.timeLockSeconds, 3600);
  assert.is(squads?.configAuthority, null);
});

test.run();
