import { suite } from 'uvu';
import { type Fault, runFault, type Scale } from './run-fault.ts';
import { printingErrors } from '../../support/printing-errors.ts';
import type { TestSystem } from './test-system.ts';

/** One test per fault, on a shared system. */
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
    system = await printingErrors(open);
  });
  test.after(() => system?.destroy());
  for (const fault of faults) {
    test(fault.name, () =>
      printingErrors(async () => {
        if (system === null) throw new Error('the system was not opened');
        await runFault(fault, system, scale);
      }),
    );
  }
  test.run();
}
