import { suite } from 'uvu';
import { type Fault, runFault, type Scale } from './run-fault.ts';
import type { TestSystem } from './test-system.ts';

/** Tests that share a system, one for each fault. What fails before the first of them is printed: the runner would not. */
export function testFaults(
  name: string,
  {
    faults,
    scale,
    open,
  }: { readonly faults: readonly Fault[]; readonly scale: Scale; readonly open: () => Promise<TestSystem> },
): void {
  const test = suite(name);
  let system: TestSystem | null = null;
  test.before(async () => {
    try {
      system = await open();
    } catch (error) {
      console.error(error);
      throw error;
    }
  });
  test.after(() => system?.destroy());
  for (const fault of faults) {
    test(fault.name, async () => {
      if (system === null) throw new Error('nothing was opened');
      await runFault(fault, system, scale);
    });
  }
  test.run();
}
