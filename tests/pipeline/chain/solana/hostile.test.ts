import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { replay } from '../../../../pipeline/chain/exchange.ts';
import { extensionsOf } from '../../../../pipeline/chain/solana/extensions.ts';
import {
  metaplexProgram,
  squadsProgram,
  token2022Program,
  tokenProgram,
  upgradeableLoader,
} from '../../../../pipeline/chain/solana/keys.ts';
import { programDataAddress, upgradeAuthorityOf } from '../../../../pipeline/chain/solana/loader.ts';
import { metadataOf } from '../../../../pipeline/chain/solana/metadata.ts';
import { mintOf } from '../../../../pipeline/chain/solana/mint.ts';
import { splMultisigOf, squadsOf } from '../../../../pipeline/chain/solana/multisig.ts';
import { solanaPlan } from '../../../../pipeline/chain/solana/plan.ts';
import type { AccountOutcome } from '../../../../pipeline/chain/solana/account.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../../../../pipeline/chain/exchange.ts';
import { blockOf, solana } from '../../../support/chain/read-solana.ts';
import {
  bytesOfKey,
  mintAccount,
  ownMetadata,
  splMultisig,
  squadsMultisig,
  textBytes,
  upgradeableProgram,
  walletKey,
} from '../../../support/chain/solana-accounts.ts';
import { accountJson, clockAccount, type FaceAccount } from '../../../support/chain/solana-node.ts';
import { runsOf } from '../../../support/runs.ts';

const mint = walletKey('mint');
const a = walletKey('a');
const owners = [tokenProgram, token2022Program, upgradeableLoader, metaplexProgram, squadsProgram, a];

const metaplex = Buffer.concat([
  ...[Buffer.from([4]), bytesOfKey(a), bytesOfKey(mint)],
  ...['Coin', 'C', 'https://coin.example'].map(textBytes),
  Buffer.from([0, 0, 1, 1, 0, 0, 0]),
  Buffer.alloc(34),
  Buffer.from([0, 1]),
]);
const { program, code } = upgradeableProgram(walletKey('code'), a);
const real: readonly FaceAccount[] = [
  mintAccount({ mintAuthority: a, freezeAuthority: a }),
  mintAccount({ mintAuthority: a, extensions: [...ownMetadata(mint, a), [1, Buffer.alloc(108)]] }),
  splMultisig(2, [a, mint]),
  squadsMultisig({ threshold: 1, members: [[a, 7]] }).account,
  ...[program, { owner: upgradeableLoader, data: code.data.subarray(0, 45) }],
  { owner: metaplexProgram, data: metaplex },
];

/** Bytes of real accounts with some changed, cut or added, and bytes of any kind. */
const hostile: fc.Arbitrary<FaceAccount> = fc
  .record({
    from: fc.constantFrom(...real),
    owner: fc.option(fc.constantFrom(...owners), { freq: 5 }),
    changes: fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { maxLength: 6 }),
    cut: fc.option(fc.nat(500)),
    added: fc.uint8Array({ maxLength: 40 }),
    instead: fc.option(fc.uint8Array({ maxLength: 600 })),
  })
  .map(({ from, owner, changes, cut, added, instead }) => {
    const whole = Buffer.concat([instead ?? from.data, added]);
    const data = Buffer.from(whole.subarray(0, cut ?? whole.length));
    for (const [at, value] of changes) if (at < data.length) data.writeUInt8(value, at);
    return { owner: owner ?? from.owner, data, executable: from.executable ?? false };
  });

test('no bytes make a parser throw', () => {
  fc.assert(
    fc.property(hostile, (account) => {
      const full = { executable: false, ...account };
      const outcome: AccountOutcome = { kind: 'account', account: full };
      mintOf(full);
      metadataOf(mint, full);
      extensionsOf(full.data);
      programDataAddress(full);
      upgradeAuthorityOf(outcome);
      const squads = squadsOf(full);
      assert.ok(squads === null || squads.threshold <= squads.voters.length);
      const spl = splMultisigOf(full);
      assert.ok(spl === null || spl.threshold <= spl.signers.length);
    }),
    { numRuns: runsOf(2_000) },
  );
});

/** Runs the plan on a node that answers every key, known or not, with one of the accounts. */
function readFrom(accounts: readonly (FaceAccount | null)[]): readonly { readonly reading: string }[] {
  const block = blockOf({ slot: 1_000, time: 1_785_000_000 });
  const clock = accountJson(clockAccount(1_000, 1_785_000_000));
  let asked = 0;
  const answer = ({ method, params }: ChainRequest): ChainAnswer => {
    if (method === 'getSignaturesForAddress') return { kind: 'result', result: [] };
    const keys = (params[0] as readonly string[]).slice(1, -1);
    const value = keys.map(() => {
      const account = asked === 0 ? accounts[0] : accounts[asked % accounts.length];
      asked += 1;
      return account === null || account === undefined ? null : accountJson(account);
    });
    return { kind: 'result', result: { context: { slot: 1_000 }, value: [clock, ...value, clock] } };
  };
  const plan = solanaPlan(solana, block, [{ assetId: mint, address: mint, standard: 'token' }]);
  return finished(plan, answer);
}

function finished<T>(plan: Plan<T>, answer: (request: ChainRequest) => ChainAnswer): T {
  let step = plan.next();
  while (step.done !== true) {
    step = plan.next(step.value.map(answer));
  }
  return step.value;
}

test('no accounts make the plan throw or run for ever', () => {
  const account = fc.option(hostile, { freq: 8 });
  fc.assert(
    fc.property(
      fc.tuple(fc.constantFrom(...real.slice(0, 2)), fc.array(account, { maxLength: 4 })),
      ([first, more]) => {
        const [state] = readFrom([first, ...more]);
        assert.ok(['stated', 'unreadable', 'no_contract'].includes(state?.reading ?? ''));
      },
    ),
    { numRuns: runsOf(200) },
  );
});

test('no answer of any form makes the plan throw', () => {
  const answers = fc.array(
    fc.oneof(
      fc.jsonValue({ maxDepth: 4 }).map((result): ChainAnswer => ({ kind: 'result', result })),
      fc.constant<ChainAnswer>({ kind: 'error', code: -32_016, message: '' }),
      fc.constant<ChainAnswer>({ kind: 'error', code: 1, message: '' }),
    ),
    { minLength: 1, maxLength: 5 },
  );
  const block = blockOf({ slot: 1_000, time: 1_785_000_000 });
  fc.assert(
    fc.property(answers, (given) => {
      let asked = 0;
      const plan = solanaPlan(solana, block, [{ assetId: mint, address: mint, standard: 'token' }]);
      const [state] = finished(plan, () => {
        asked += 1;
        return given[asked % given.length] ?? { kind: 'error', code: 1, message: '' };
      });
      assert.is(state?.reading, 'unreadable');
    }),
    { numRuns: runsOf(300) },
  );
});

test('a replay that lacks an answer names the request', () => {
  const block = blockOf({ slot: 1_000, time: 1_785_000_000 });
  const plan = solanaPlan(solana, block, [{ assetId: mint, address: mint, standard: 'token' }]);
  const replayed = replay(plan, 'own', []);
  assert.is(replayed.ok ? '' : replayed.missing.method, 'getMultipleAccounts');
});

test.run();
