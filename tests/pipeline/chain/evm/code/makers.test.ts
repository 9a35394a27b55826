import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { readAssets } from '../../../../support/chain/read-state.ts';
import { deployed } from '../../../../support/chain/makers/deploy.ts';
import { falseStatements } from '../../../../support/chain/makers/false-statements.ts';
import { keptMakers, keptMakersFile } from '../../../../support/chain/makers/kept-makers.ts';

const test = suite<{ chain: TestChain }>('tokens of makers');

test.before(async (context) => {
  context.chain = await openTestChain();
});

test(`${keptMakers.length} tokens of issuers and libraries: no power of their code is absent, invented or given up`, async ({
  chain,
}) => {
  const codes = JSON.parse(readFileSync(keptMakersFile, 'utf8')) as Readonly<Record<string, string>>;
  const addresses: string[] = [];
  for (const { name } of keptMakers) addresses.push(await deployed(chain, codes[name] ?? ''));
  await chain.finalize();
  const { states } = await readAssets(chain.anvil.provider(), addresses);
  for (const [at, token] of keptMakers.entries()) {
    assert.equal(falseStatements(states[at], token), [], `${token.name} (${token.compiler}): ${token.source}`);
  }
});

test.run();
