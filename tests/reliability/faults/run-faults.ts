import { suite } from 'uvu';
import { type Fault, runFault, type Scale } from './run-fault.ts';
import type { Stand } from './stand.ts';

/** Tests that share a stand, one for each fault. What fails before the first of them is printed: the runner would not. */
export function testFaults(
  name: string,
  {
    faults,
    scale,
    open,
  }: { readonly faults: readonly Fault[]; readonly scale: Scale; readonly open: () => Promise<Stand> },
): void {
  const test = suite(name);
  let stand: Stand | null = null;
  test.before(async () => {
    try {
      stand = await open();
    } catch (error) {
      console.error(error);
      throw error;
    }
  });
  test.after(() => stand?.destroy());
  for (const fault of faults) {
    test(fault.name, async () => {
      if (stand === null) throw new Error('nothing was opened');
      await runFault(fault, stand, scale);
    });
  }
  test.run();
}
