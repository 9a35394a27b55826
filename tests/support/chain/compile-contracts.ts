/** Compiles the contracts of the chain tests; `npx tsx tests/support/chain/write-contracts.ts` writes the result. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface CompiledContract {
  readonly abi: readonly unknown[];
  /** Creation code, `0x` and hex digits. */
  readonly bytecode: string;
}

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Readonly<Record<string, { abi: readonly unknown[]; evm: { bytecode: { object: string } } }>>>
  >;
}

interface Solc {
  readonly compile: (input: string, callbacks: { import: (path: string) => { contents: string } }) => string;
}

const require = createRequire(import.meta.url);
const folder = new URL('../../fixtures/contracts/', import.meta.url);
export const compiledFile = new URL('tokens.json', folder);

/** Contracts of `tokens.sol` by name. */
export function compileContracts(): Readonly<Record<string, CompiledContract>> {
  const solc = require('solc') as Solc;
  const input = {
    language: 'Solidity',
    sources: { 'tokens.sol': { content: readFileSync(new URL('tokens.sol', folder), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 1 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { 'tokens.sol': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const find = (path: string): { contents: string } => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: find })) as SolcOutput;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contracts = Object.entries(output.contracts['tokens.sol'] ?? {});
  return Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  );
}
