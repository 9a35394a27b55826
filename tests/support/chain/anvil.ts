/** Real Ethereum nodes: `@foundry-rs/anvil` on a free port, one that all tests of a process share, and own ones. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createProvider, type RpcProvider } from '../../../infra/rpc/provider.ts';
import { createDeferred } from '../../../infra/async/async.ts';
import { atEndOfFile } from '../at-end.ts';

export interface Anvil {
  readonly url: string;
  /** Result of one request. Throws with the node's message on an error. */
  readonly rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
  /** A provider as the program makes it. */
  readonly provider: (label?: string) => RpcProvider;
}

const require = createRequire(import.meta.url);
let started: Promise<Anvil> | undefined;

/** Done when the chain that a file finds was remembered. */
let remembered: Promise<void> | undefined;

/**
 * Chain 1, so that published deployments of Safe are those of the tables. Each file finds the chain as it was at first: a node
 * computes the root of its whole state for each block, so contracts of earlier files would slow all later blocks.
 */
export async function startAnvil(): Promise<Anvil> {
  const anvil = await (started ??= startOwnAnvil());
  remembered ??= rememberFor(anvil);
  await remembered;
  return anvil;
}

async function rememberFor({ rpc }: Anvil): Promise<void> {
  const snapshot = await rpc('evm_snapshot');
  atEndOfFile(async () => {
    remembered = undefined;
    await rpc('evm_revert', snapshot);
  });
}

/** A node for a test that needs two, or that changes what is final. It ends with the process. */
export async function startOwnAnvil(): Promise<Anvil> {
  const options = ['--port', '0', '--chain-id', '1', '--slots-in-an-epoch', '4', '--accounts', '20', '--order', 'fifo'];
  const node = spawn(program(), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => node.kill());
  const url = await listening(node);
  // It may end after the tests.
  node.unref();
  (node.stdout as unknown as { readonly unref?: () => void } | null)?.unref?.();
  const provider = (label = 'own'): RpcProvider =>
    createProvider({ label, url, rate: null, clock: () => 0, userAgent: 'attestry-test' });
  const direct = provider();
  return {
    url,
    provider,
    rpc: async (method, ...params) => {
      const reply = await direct.send([{ method, params }]);
      const answer = reply.kind === 'failed' ? reply : reply.answers[0];
      if (answer?.kind === 'result') return answer.result;
      throw new Error(`${method}: ${answer?.message ?? 'no answer'}`);
    },
  };
}

/** The program of this platform, without the process that `@foundry-rs/anvil` starts it from. */
function program(): string {
  const { platform } = process;
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = platform === 'win32' ? 'anvil.exe' : 'anvil';
  const ofPackage = createRequire(require.resolve('@foundry-rs/anvil/bin.mjs'));
  return ofPackage.resolve(`@foundry-rs/anvil-${platform}-${architecture}/bin/${name}`);
}

async function listening(node: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = createDeferred<string>();
  let text = '';
  node.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${text.slice(-500)}`)));
  node.stdout?.on('data', (chunk: Buffer) => {
    if (text.length > 100_000) return;
    text += chunk.toString('utf8');
    const address = /Listening on (\S+)/.exec(text)?.[1];
    if (address !== undefined) resolve(`http://${address}`);
  });
  return promise;
}
