/** Tokens in the forms of makers by seed, compiled by the compilers that those makers used. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { issuerForms } from './issuers.ts';
import { libraryForms } from './libraries.ts';
import { type Compiler, compilers, type Form, type MadeToken } from './made-token.ts';
import { pick, randomFrom } from './random.ts';

const require = createRequire(import.meta.url);
const packages = new URL('../../../../node_modules/', import.meta.url);

const forms: Readonly<Record<string, Form>> = { ...issuerForms, ...libraryForms };
export const formNames: readonly string[] = Object.keys(forms);

/** The token of a seed; forms take turns. */
export function madeToken(seed: number): MadeToken {
  const form = forms[formNames[seed % formNames.length] ?? ''];
  if (form === undefined) throw new Error('there are no forms');
  const random = randomFrom(seed);
  return form.make(`Made${seed}`, pick(random, form.compilers), random);
}

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, { evm: { bytecode: { object: string } } }>>>>;
}

type Compile = (input: string, callbacks: unknown) => string;

interface Solc {
  readonly compile: Compile;
  /** What compilers before 0.5 have in its place. */
  readonly compileStandardWrapper?: Compile;
}

/** Compilations differ in what they make of one source. */
const optimizers = [{ enabled: true, runs: 200 }, { enabled: false }, { enabled: true, runs: 1 }] as const;

/** Creation code by name. Tokens of a compiler are compiled together, in files of their own. */
export function compileTokens(tokens: readonly MadeToken[]): Readonly<Record<string, string>> {
  const codes: Record<string, string> = {};
  for (const compiler of Object.keys(compilers) as Compiler[]) {
    for (const [turn, optimizer] of optimizers.entries()) {
      const some = tokens.filter(
        (one) => one.compiler === compiler && Number(one.name.slice(4)) % optimizers.length === turn,
      );
      if (some.length > 0) Object.assign(codes, compileAlike(compiler, some, optimizer));
    }
  }
  return codes;
}

function compileAlike(
  compiler: Compiler,
  tokens: readonly MadeToken[],
  optimizer: object,
): Readonly<Record<string, string>> {
  const solc = require(compilers[compiler]) as Solc;
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(tokens.map(({ name, source }) => [`${name}.sol`, { content: source }])),
    settings: { optimizer, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const find = (path: string): { contents: string } => ({ contents: readFileSync(new URL(path, packages), 'utf8') });
  const compile = solc.compileStandardWrapper ?? solc.compile;
  // The first interfaces took the function itself.
  const callbacks = compiler === '0.4' ? find : { import: find };
  const output = JSON.parse(compile(JSON.stringify(input), callbacks)) as SolcOutput;
  const [error] = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${compiler}: ${error.formattedMessage}`);
  return Object.fromEntries(
    tokens.map(({ name }) => [name, `0x${output.contracts?.[`${name}.sol`]?.[name]?.evm.bytecode.object ?? ''}`]),
  );
}
