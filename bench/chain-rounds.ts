import { startDataProcessors } from '../pipeline/processors/start-data.ts';
import { feeds } from '../pipeline/publishers/feeds.ts';
import type { BenchOptions } from './bench.ts';
import { atMost, type Measurement, median } from './measurement.ts';

const stepMs = 2_000;
const changes = 5;
const pollMs = 5;

/** From a final block with a change of a Safe until the change is on the log that feeds are made of. */
export async function measureFeed(_: BenchOptions): Promise<readonly Measurement[]> {
  const [{ openRounds }, { openTestChain }] = await Promise.all([
    import('../tests/pipeline/publishers/chain/rounds/harness.ts'),
    import('../tests/support/chain/contracts.ts'),
  ]);
  const [chain, rounds] = [await openTestChain(), await openRounds()];
  const [a = '', b = ''] = chain.keys;
  const safe = await chain.safe([a, b], 2);
  const token = await chain.deploy('OwnedToken', safe.address);
  await chain.finalize();
  await rounds.declare(token.address);
  await rounds.start([chain.anvil.provider('own'), chain.anvil.provider('b')], { stepMs, sweepMs: 86_400_000 });
  const detect = await startDataProcessors(rounds.world.deps, feeds, new Set(['detect']));
  const thresholds = async (): Promise<number> => (await rounds.values(1, 'control', safe.shown)).length;
  const told = async (): Promise<number> => (await rounds.world.values('changes')).length;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, pollMs));
  };
  await until(async () => (await thresholds()) === 1);
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  const delays: number[] = [];
  for (let turn = 0; turn < changes; turn++) {
    const before = await told();
    await chain.send(safe, 'changeThreshold', [turn % 2 === 0 ? 1n : 2n], safe.address);
    await chain.finalize();
    const start = performance.now();
    await until(async () => (await told()) > before);
    delays.push(performance.now() - start);
  }
  for (const one of detect) await one.stop();
  await rounds.close();
  const floor = { name: 'half of a polling step', value: stepMs / 2 };
  const name = 'final block with a change until the change is on the log, steps of 2 s';
  return [{ name, unit: 'ms', value: median(delays), floor, target: atMost(stepMs + 5_000) }];
}
