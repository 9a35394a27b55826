/** From an empty directory to a watched token whose chain is read. */
// rule: FD-1, also tests/process/onboarding.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { openTestChain, type TestChain } from '../support/chain/contracts.ts';
import { elapsedMs, until } from '../support/real-time.ts';
import { createSandbox } from '../support/service.ts';

const sandbox = createSandbox();
const lei = '969500OYUDADGZKCR583';
const decision = ['--by', 'Compliance', '--why', 'file 7 of 2026'] as const;
let chain: TestChain;
let env: Readonly<Record<string, string>>;
let service: Awaited<ReturnType<typeof sandbox.up>>;
let deployed: Awaited<ReturnType<TestChain['deploy']>>;

test.before(async () => {
  chain = await openTestChain();
  deployed = await chain.deploy('OwnedToken', chain.keys[0] ?? '');
  // The node's proofs fit no root before its first transaction.
  await chain.finalize();
  env = { ATTESTRY_RPC_ETHEREUM: `own=${chain.anvil.url}`, ATTESTRY_CHAIN_SWEEP: '1m', ATTESTRY_RPC_RATE: 'off' };
  service = await sandbox.up({ env });
});
test.after(() => sandbox.destroy());

interface Part {
  readonly part: string;
  readonly state: string;
}

async function done<T = unknown>(...line: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await sandbox.cliWith(env, ...line, '--json');
  assert.is(code, 0, `${line.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

test('FD-1 a token is added, linked and watched until its intake is ready and its chain is current', async () => {
  const started = elapsedMs();
  await done('party', 'add', lei, '--name', 'Example SAS', '--country', 'FR');
  const added = await done<{ readonly coverage: readonly object[] | null }>(
    ...['asset', 'add', deployed.shown, '--issuer', lei, '--link', '--kyi', ...decision, '--yes'],
  );
  assert.is(added.coverage?.length, 1);
  const { key } = await done<{ readonly key: string }>(
    ...['keys', 'create', '--name', 'first', '--scopes', 'monitoring:read,watchlist:write'],
  );
  const caip19 = `eip155:1/erc20:${deployed.shown}`;
  const client = clientOfB(service, key);
  assert.is((await client.post('/me/watchlist', { caip19 })).status, 201);
  const item = async (): Promise<string> => JSON.stringify((await client.get('/me/watchlist')).body);
  await until('the intake', async () => /"ready"/u.test(await item()));
  const chainState = async (): Promise<string | undefined> =>
    (await done<{ readonly parts: readonly Part[] }>('coverage', caip19)).parts.find(({ part }) => part === 'chain')
      ?.state;
  await until('the reading of the chain', async () => (await chainState()) === 'current');
  process.stderr.write(`declared, watched, ready and read after ${Math.round(elapsedMs() - started)} ms\n`);
});

test.run();
