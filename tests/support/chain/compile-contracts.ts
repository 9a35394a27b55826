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
/** Sources with the files of their compiled contracts. */
const sources = ['tokens', 'forms', 'ready', 'untaken'] as const;
type SourceName = (typeof sources)[number];

export const compiledFiles: readonly (readonly [SourceName, URL])[] = sources.map((name) => [
  name,
  new URL(`${name}.json`, folder),
]);

/** Contracts of a source by name. */
export function compileContracts(name: SourceName): Readonly<Record<string, CompiledContract>> {
  const solc = require('solc') as Solc;
  const file = `${name}.sol`;
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(new URL(file, folder), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 1 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { [file]: { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const find = (path: string): { contents: string } => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: find })) as SolcOutput;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contracts = Object.entries(output.contracts[file] ?? {});
  return Object.fromEntries(
    contracts.map(([contract, { abi, evm }]) => [contract, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  );
}
