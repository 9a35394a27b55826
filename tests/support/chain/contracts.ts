/** Deploys contracts on the test node: ours, OpenZeppelin's and Safe's, from their published artifacts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContract, deployContract } from 'micro-eth-signer/abi.js';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { type CompiledContract, compiledFiles } from './compile-contracts.ts';

const require = createRequire(import.meta.url);

interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly { readonly name: string; readonly type: string }[];
}

/** A deployed contract. */
export interface DeployedContract {
  /** Lower case. */
  readonly address: string;
  /** EIP-55 form, as facts have it. */
  readonly shown: string;
  readonly abi: readonly AbiEntry[];
}

export interface TestChain {
  readonly anvil: Anvil;
  /** Accounts that the node signs for, lower case. */
  readonly keys: readonly string[];
  readonly deploy: (name: string, ...values: readonly unknown[]) => Promise<DeployedContract>;
  readonly send: (to: DeployedContract, method: string, values?: readonly unknown[], from?: string) => Promise<void>;
  /** Sends a transaction, whose hash is returned even if it failed. */
  readonly sendRaw: (transaction: Readonly<Record<string, string>>) => Promise<string>;
  /** A Safe of published code at its published address. */
  readonly safe: (owners: readonly string[], threshold: number, fallbackHandler?: string) => Promise<DeployedContract>;
  /** The published handler through which a Safe answers `isValidSignature`; its address. */
  readonly deployHandler: () => Promise<string>;
  /** Makes everything so far final. */
  readonly finalize: () => Promise<void>;
  /** Time of the newest block, milliseconds since 1970. */
  readonly now: () => Promise<number>;
  /** Remembers the chain as it is; the result takes blocks, state and time back to that. */
  readonly remember: () => Promise<() => Promise<void>>;
}

/** Address of the published singleton of Safe 1.5.0. */
const singleton = '0xff51a5898e281db6dfc7855790607438df2ca44b';
const nobody = `0x${'0'.repeat(40)}`;

export async function openTestChain(own?: Anvil): Promise<TestChain> {
  const anvil = own ?? (await startAnvil());
  const keys = ((await anvil.rpc('eth_accounts')) as readonly string[]).map((key) => key.toLowerCase());
  const [deployer = ''] = keys;
  await anvil.rpc('anvil_setCode', singleton, safeArtifact('Safe.sol/Safe').deployedBytecode);

  const transact = async (transaction: Readonly<Record<string, string>>): Promise<string> => {
    const receipt = await sent(anvil, transaction);
    if (receipt.status !== '0x1') throw new Error('a transaction of a test reverted');
    return (receipt.contractAddress ?? '').toLowerCase();
  };
  const deployed = (address: string, abi: readonly unknown[]): DeployedContract => ({
    address,
    shown: toChecksumAddress(address),
    abi: abi as readonly AbiEntry[],
  });
  const deploy: TestChain['deploy'] = async (name, ...values) => {
    const { abi, bytecode } = artifact(name);
    const data = creationCode(abi as readonly AbiEntry[], bytecode, values);
    return deployed(await transact({ from: deployer, data }), abi);
  };
  const send: TestChain['send'] = async (to, method, values = [], from = deployer) => {
    await transact({ from, to: to.address, data: encodeCall(to.abi, method, values) });
  };
  return {
    sendRaw: async (transaction) => (await sent(anvil, transaction)).transactionHash,
    anvil,
    keys,
    deploy,
    send,
    deployHandler: async () => {
      const { bytecode } = safeArtifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler');
      return transact({ from: deployer, data: bytecode });
    },
    safe: async (owners, threshold, fallbackHandler = nobody) => {
      const { address } = await deploy('SafeProxy', singleton);
      const safe = deployed(address, safeArtifact('Safe.sol/Safe').abi);
      await send(safe, 'setup', [
        owners,
        BigInt(threshold),
        nobody,
        new Uint8Array(),
        fallbackHandler,
        nobody,
        0n,
        nobody,
      ]);
      return safe;
    },
    finalize: async () => {
      await anvil.rpc('anvil_mine', '0xc');
    },
    now: async () => {
      const block = (await anvil.rpc('eth_getBlockByNumber', 'latest', false)) as { readonly timestamp: string };
      return Number(block.timestamp) * 1000;
    },
    remember: async () => {
      const snapshot = await anvil.rpc('evm_snapshot');
      return async () => void (await anvil.rpc('evm_revert', snapshot));
    },
  };
}

interface Receipt {
  readonly transactionHash: string;
  readonly status: string;
  readonly contractAddress: string | null;
}

/** The node answers once the block of the transaction is there (EIP-7966). */
const sent = async (anvil: Anvil, transaction: Readonly<Record<string, string>>): Promise<Receipt> =>
  (await anvil.rpc('eth_sendTransactionSync', { gas: '0x1c9c380', ...transaction })) as Receipt;

/** Input of a call by method name. */
export function encodeCall(abi: readonly AbiEntry[], method: string, values: readonly unknown[]): string {
  const entry = abi.find(({ type, name }) => type === 'function' && name === method);
  if (entry === undefined) throw new Error(`no method ${method}`);
  const contract = createContract([entry] as never) as unknown as Record<
    string,
    { readonly encodeInput: (value: unknown) => Uint8Array }
  >;
  const encoded = contract[method]?.encodeInput(byName(entry, values)) ?? new Uint8Array();
  return `0x${Buffer.from(encoded).toString('hex')}`;
}

function creationCode(abi: readonly AbiEntry[], bytecode: string, values: readonly unknown[]): string {
  const entry = abi.find(({ type }) => type === 'constructor');
  if (entry === undefined || values.length === 0) return bytecode;
  const make = deployContract as unknown as (abi: unknown, code: string, value: unknown) => string;
  return make([entry], bytecode, byName(entry, values));
}

/** The library takes a single argument as it is, several by their names. */
function byName({ inputs = [] }: AbiEntry, values: readonly unknown[]): unknown {
  if (inputs.length <= 1) return values[0];
  return Object.fromEntries(inputs.map(({ name }, index) => [name, values[index]]));
}

let ours: Readonly<Record<string, CompiledContract>> | undefined;

function artifact(name: string): CompiledContract {
  ours ??= Object.assign(
    {},
    ...compiledFiles.map(([, file]) => JSON.parse(readFileSync(file, 'utf8')) as unknown),
  ) as Readonly<Record<string, CompiledContract>>;
  const own = Object.hasOwn(ours, name) ? ours[name] : undefined;
  if (own !== undefined) return own;
  if (name === 'SafeProxy') return safeArtifact('proxies/SafeProxy.sol/SafeProxy');
  return require(`@openzeppelin/contracts/build/contracts/${name}.json`) as CompiledContract;
}

const safeArtifact = (path: string): CompiledContract & { readonly deployedBytecode: string } =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`) as CompiledContract & {
    readonly deployedBytecode: string;
  };
