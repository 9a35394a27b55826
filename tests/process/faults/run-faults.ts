import { suite } from 'uvu';
import { type Fault, runFault, type Scale } from './run-fault.ts';
import type { TestSystem } from './test-system.ts';

/** One test per fault, on a shared system. Prints an error of opening it, because uvu does not print errors of `before`. */
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
      if (system === null) throw new Error('the system was not opened');
      await runFault(fault, system, scale);
    });
  }
  test.run();
}
