/** Mints of real programs: what transactions change is read, and is the change that the rules name. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { token2022Program, tokenProgram } from '../../../../pipeline/chain/solana/keys.ts';
import { circle, createMiniature, usdc } from '../../../guide/miniature.ts';
import { bytesOf } from '../../ingest/chain/capture-log.ts';
import { factOf, holdersIn } from '../../../support/chain/read-state.ts';
import { readMintCassette, readMints } from '../../../support/chain/read-solana.ts';
import {
  createAccount,
  deployProgram,
  type ExtensionName,
  initializeMint,
  initializeMultisig,
  mintSize,
  setAuthority,
  setPaused,
  setUpdateAuthority,
  setUpgradeAuthority,
  startExtension,
  writeMetadata,
} from '../../../support/chain/solana-instructions.ts';
import { openSolanaPrograms, type SolanaPrograms } from '../../../support/chain/solana-programs.ts';
import { type SolanaNode, startSolanaNode } from '../../../support/chain/solana-node.ts';
import { solanaWallet } from '../../../support/chain/solana-transactions.ts';

const [payer, mint, other, multisig] = [solanaWallet(1), solanaWallet(2), solanaWallet(3), solanaWallet(4)];
const [hook, buffer, b, c] = [solanaWallet(5), solanaWallet(6), solanaWallet(7), solanaWallet(8)];
const owner = payer.address;

/** A mint of SPL Token, with a multisig of two of three beside it. */
function beginToken(programs: SolanaPrograms): void {
  programs.send(
    [createAccount(programs, payer, mint, [82, tokenProgram]), initializeMint(tokenProgram, mint.address, owner)],
    mint,
  );
  const signers = [payer, b, c].map(({ address }) => address);
  programs.send(
    [createAccount(programs, payer, multisig, [355, tokenProgram]), initializeMultisig(multisig.address, 2, signers)],
    multisig,
  );
}

const extensions: readonly ExtensionName[] = [
  ...(['transferFee', 'close', 'frozenByDefault', 'interest', 'permanentDelegate'] as const),
  ...(['transferHook', 'metadataPointer', 'pausable'] as const),
];

/** A mint of Token-2022 with extensions that give powers, and a hook whose program can be replaced. */
function beginToken2022(programs: SolanaPrograms, names: readonly ExtensionName[] = extensions): string {
  const code = deployProgram(programs, payer, hook, buffer);
  const { address } = mint;
  programs.send(
    [
      createAccount(programs, payer, mint, [mintSize(names), token2022Program, 2_000]),
      ...names.map((name) => startExtension(name, address, owner, name === 'transferHook' ? hook.address : address)),
      initializeMint(token2022Program, address, owner),
      ...(names.includes('metadataPointer') ? [writeMetadata(address, owner, 'Real Coin', 'REAL')] : []),
    ],
    mint,
  );
  return code;
}

interface World {
  readonly node: SolanaNode;
  readonly programs: SolanaPrograms;
  /** Reads the mint, a minute after the reading before. */
  readonly read: () => Promise<void>;
  /** Changes of chains by their newest revision, as `<field> <kind>: <direction>`. */
  readonly changes: () => readonly string[];
}

async function openWorld(begin: (programs: SolanaPrograms) => void): Promise<World> {
  const node = await startSolanaNode();
  const programs = openSolanaPrograms(node, payer);
  begin(programs);
  const pipeline = createMiniature();
  pipeline.declare(
    [circle, { ...usdc, chain: 'solana', standard: 'token', address: mint.address }],
    '2026-01-15T00:00:00Z',
  );
  const read = async (): Promise<void> => {
    node.slot += 150;
    node.time += 60;
    const cassette = await readMintCassette(node, [mint.address]);
    const assets = cassette.header.assets.map((asset) => ({ ...asset, assetId: usdc.assetId }));
    const own = { ...cassette, header: { ...cassette.header, assets } };
    pipeline.captureBytes('chain-solana', 'round.cassette.gz', bytesOf(own), node.time * 1000);
  };
  const changes = (): readonly string[] => {
    const newest = new Map(pipeline.values('changes').map((change) => [change.id, change]));
    return [...newest.values()]
      .filter(({ confirmed, disposition }) => confirmed && disposition === 'shown')
      .map(
        ({ subjectKey, field, explanation, direction }) =>
          `${field === 'authority' ? subjectKey : field} ${explanation.kind}: ${direction}`,
      )
      .sort();
  };
  return { node, programs, read, changes };
}

type Move = readonly [name: string, move: (programs: SolanaPrograms) => void, expected: readonly string[]];

/** Reads before a move and twice after it: one provider alone confirms itself at a later block. */
async function changesOf(begin: (programs: SolanaPrograms) => void, moves: readonly Move[]): Promise<void> {
  const { programs, read, changes } = await openWorld(begin);
  await read();
  let known: readonly string[] = [];
  for (const [name, move, expected] of moves) {
    move(programs);
    await read();
    await read();
    const now = [...changes()];
    for (const one of known) now.splice(now.indexOf(one), 1);
    assert.equal(now, expected, name);
    known = changes();
  }
}

const token = (
  kind: Parameters<typeof setAuthority>[2],
  from: string,
  to: string | null,
  signers: readonly string[] = [],
) => setAuthority(tokenProgram, mint.address, kind, [from, to, signers]);

test('SPL Token: authorities that its transactions change', () =>
  changesOf(beginToken, [
    ['nothing', () => undefined, []],
    [
      'a key to a multisig',
      (p) => p.send([token('mint', owner, multisig.address)]),
      ['mint_authority authority_changed: strengthens'],
    ],
    [
      'the multisig to a key',
      (p) => p.send([token('mint', multisig.address, other.address, [b.address, c.address])], b, c),
      ['mint_authority authority_changed: weakens'],
    ],
    [
      'a key to a key',
      (p) => p.send([token('mint', other.address, owner)], other),
      ['mint_authority authority_changed: mixed'],
    ],
    [
      // The regime of the token requires that balances can be frozen.
      'freezing given up',
      (p) => p.send([token('freeze', owner, null)]),
      ['freeze_authority authority_changed: mixed'],
    ],
    [
      'minting given up',
      (p) => p.send([token('mint', owner, null)]),
      ['mint_authority authority_changed: strengthens'],
    ],
  ]));

test('the programs refuse what their accounts do not allow', async () => {
  const { programs } = await openWorld(beginToken);
  assert.throws(() => programs.send([token('mint', other.address, null)], other), /owner does not match/);
  programs.send([token('mint', owner, multisig.address)]);
  assert.throws(
    () => programs.send([token('mint', multisig.address, null, [b.address])], b),
    /missing required signature/,
  );
});

const extended = (kind: Parameters<typeof setAuthority>[2], to: string | null) =>
  setAuthority(token2022Program, mint.address, kind, [owner, to]);

test('Token-2022: each extension is a power with its authority, and each authority moves', async () => {
  const { node, programs, read, changes } = await openWorld(beginToken2022);
  const [state] = await readMints(node, [mint.address]);
  assert.equal(factOf(state, 'token'), {
    name: 'Real Coin',
    symbol: 'REAL',
    decimals: 6,
    standard: 'token',
    replaced: [],
  });
  assert.equal(factOf(state, 'powers'), [
    ...['freeze_address', 'pause_all', 'burn_from', 'force_transfer', 'upgrade_logic', 'transfer_fee', 'close_mint'],
    ...['frozen_by_default', 'interest', 'transfer_hook', 'change_metadata'],
  ]);
  assert.ok(Object.values(holdersIn(state)).every((holder) => holder === owner));
  await read();
  const kinds = {
    transferFee: 'transfer_fee_authority',
    withheldFee: 'withdraw_fee_authority',
    close: 'close_authority',
    interestRate: 'interest_rate_authority',
    permanentDelegate: 'permanent_delegate',
    transferHook: 'transfer_hook_authority',
    metadataPointer: 'metadata_pointer_authority',
    pause: 'pause_authority',
  } as const;
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) programs.send([extended(kind, other.address)]);
  programs.send([setUpdateAuthority(mint.address, owner, other.address)]);
  await read();
  await read();
  const moved = [...Object.values(kinds), 'update_authority'];
  assert.equal(changes(), moved.map((type) => `${type} authority_changed: mixed`).sort());
});

test('Token-2022: paused and resumed, metadata for ever, an amount that is scaled, tokens that cannot move', async () => {
  const scaled: readonly ExtensionName[] = ['nonTransferable', 'scaledAmount'];
  const still = await openWorld((p) => void beginToken2022(p, scaled));
  const [state] = await readMints(still.node, [mint.address]);
  assert.equal(factOf(state, 'powers'), ['freeze_address', 'non_transferable', 'scaled_amount']);
  assert.is(factOf(state, 'multiplier'), '2');
  await changesOf(
    (p) => void beginToken2022(p),
    [
      ['paused', (p) => p.send([setPaused(mint.address, owner, true)]), ['paused value_changed: weakens']],
      ['resumed', (p) => p.send([setPaused(mint.address, owner, false)]), ['paused value_changed: strengthens']],
      [
        'metadata for ever',
        (p) => p.send([setUpdateAuthority(mint.address, owner, null)]),
        ['update_authority authority_changed: strengthens'],
      ],
    ],
  );
});

test('a program that can be replaced: its upgrade authority moves, and is given up', async () => {
  let code = '';
  await changesOf(
    (p) => void (code = beginToken2022(p)),
    [
      [
        'to another key',
        (p) => p.send([setUpgradeAuthority(code, owner, other.address)]),
        ['upgrade_authority authority_changed: mixed'],
      ],
      [
        'to none',
        (p) => p.send([setUpgradeAuthority(code, other.address, null)], other),
        ['upgrade_authority authority_changed: strengthens'],
      ],
    ],
  );
});

test.run();
