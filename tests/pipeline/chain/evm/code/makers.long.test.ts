// rule: no power that the code of a maker's token has is stated as absent or given up, also tests/pipeline/chain/evm/code/makers.test.ts
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOwnAnvil } from '../../../../support/chain/anvil.ts';
import { openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { readAssets } from '../../../../support/chain/read-state.ts';
import { deployed } from '../../../../support/chain/makers/deploy.ts';
import { falseStatements } from '../../../../support/chain/makers/false-statements.ts';
import { keptMakers, keptMakersFile } from '../../../../support/chain/makers/kept-makers.ts';
import type { MadeToken } from '../../../../support/chain/makers/made-token.ts';
import { compileTokens, formNames, madeToken } from '../../../../support/chain/makers/makers.ts';

const test = suite<{ chain: TestChain }>('tokens of makers by seed');
const tokensRead = 300;

test.before(async (context) => {
  context.chain = await openTestChain(await startOwnAnvil());
});

test(`${tokensRead} tokens of ${formNames.length} forms by seed: nothing is stated that is not so`, async ({
  chain,
}) => {
  const all = Array.from({ length: tokensRead }, (_, seed) => madeToken(seed + 1));
  const codes = compileTokens(all);
  const addresses = new Map<MadeToken, string>();
  for (const token of all) addresses.set(token, await deployed(chain, codes[token.name] ?? ''));
  await chain.finalize();
  const { states } = await readAssets(chain.anvil.provider(), [...addresses.values()]);
  const found = all.flatMap((token, at) =>
    falseStatements(states[at], token).map((what) => `${token.name} (${token.compiler}): ${what}\n${token.source}`),
  );
  assert.is(found.length, 0, `${found.length} statements:\n${found.slice(0, 8).join('\n')}`);
});

test('the stored code of tokens is what their sources make', () => {
  assert.equal(JSON.parse(readFileSync(keptMakersFile, 'utf8')), compileTokens(keptMakers));
});

test.run();
