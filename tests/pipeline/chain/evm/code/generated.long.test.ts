// rule: no power that the code has is stated as absent or given up, also tests/pipeline/chain/evm/code/powers.test.ts and proxy-forms.test.ts
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOwnAnvil } from '../../../../support/chain/anvil.ts';
import { generatedHead, type GeneratedToken, generatedToken } from '../../../../support/chain/generated-tokens.ts';
import { factOf, readAssets } from '../../../../support/chain/read-state.ts';
import { encodeCall, openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { deployed } from '../../../../support/chain/makers/deploy.ts';
import { falseStatements } from '../../../../support/chain/makers/false-statements.ts';

const test = suite<{ chain: TestChain }>('tokens of many makes');
const tokensRead = 300;
/** Compilations differ in what they make of one source. */
const settings = [
  { optimizer: { enabled: true, runs: 200 }, evmVersion: 'cancun' },
  { optimizer: { enabled: false }, evmVersion: 'paris' },
  { optimizer: { enabled: true, runs: 1 }, evmVersion: 'osaka' },
  { optimizer: { enabled: true, runs: 10_000 }, evmVersion: 'shanghai', viaIR: true },
] as const;

test.before(async (context) => {
  context.chain = await openTestChain(await startOwnAnvil());
});

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, { evm: { bytecode: { object: string } } }>>>>;
}

function compiled(tokens: readonly GeneratedToken[], index: number): Readonly<Record<string, string>> {
  const solc = createRequire(import.meta.url)('solc') as { readonly compile: (input: string) => string };
  const content = generatedHead + tokens.map(({ source }) => source).join('\n');
  const outputSelection = { '*': { '*': ['evm.bytecode.object'] } };
  const input = {
    language: 'Solidity',
    sources: { 't.sol': { content } },
    settings: { ...settings[index], outputSelection },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  const [error] = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(error.formattedMessage);
  return Object.fromEntries(
    Object.entries(output.contracts['t.sol'] ?? {}).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
  );
}

test(`${tokensRead} tokens by seed, compiled in four ways: nothing is stated that is not so`, async ({ chain }) => {
  const all = Array.from({ length: tokensRead }, (_, seed) => generatedToken(seed + 1));
  const addresses = new Map<GeneratedToken, string>();
  for (const [index] of settings.entries()) {
    const tokens = all.filter((_, at) => at % settings.length === index);
    const codes = compiled(tokens, index);
    for (const token of tokens) addresses.set(token, await deployed(chain, codes[token.name] ?? ''));
  }
  await chain.finalize();
  const { states } = await readAssets(chain.anvil.provider(), [...addresses.values()]);
  const found = [...addresses.keys()].flatMap((token, at) =>
    falseStatements(states[at], token).map((what) => `${token.name}: ${what}\n${token.source}`),
  );
  assert.is(found.length, 0, found.slice(0, 8).join('\n'));
});

const earlier = JSON.parse(
  readFileSync(new URL('../../../../fixtures/contracts/openzeppelin.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly abi: never[]; readonly bytecode: string }>>;

const presets: readonly (readonly [name: string, values: readonly unknown[], has: readonly string[]])[] = [
  ['ERC20Mintable@2.5.1', [], ['mint_authority']],
  ['ERC20Pausable@2.5.1', [], ['pause_authority']],
  ['ERC20Capped@2.5.1', [1_000n], ['mint_authority']],
  ['ERC20Burnable@2.5.1', [], []],
  ['ERC20PresetMinterPauser@3.4.2', ['Preset', 'PRE'], ['mint_authority', 'pause_authority']],
  ['ERC20PresetMinterPauser@4.9.6', ['Preset', 'PRE'], ['mint_authority', 'pause_authority']],
];

for (const [name, values, has] of presets) {
  test(`${name}: its powers are stated with their holder`, async ({ chain }) => {
    const { abi, bytecode } = earlier[name] ?? { abi: [], bytecode: '' };
    const inputs = (abi[0] as { readonly inputs?: unknown } | undefined)?.inputs ?? [];
    const constructor = { type: 'function', name: 'make', inputs, outputs: [] };
    const arguments_ = values.length === 0 ? '' : encodeCall([constructor] as never, 'make', values).slice(10);
    const address = await deployed(chain, `${bytecode}${arguments_}`);
    await chain.finalize();
    const [state] = (await readAssets(chain.anvil.provider(), [address])).states;
    assert.equal(falseStatements(state, { has, open: [], mayChange: false, isProxy: false, gaveUp: [] }), []);
    assert.equal(factOf(state, 'holders_not_known'), []);
  });
}

test.run();
