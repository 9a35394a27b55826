import { faultsOfEngines } from './faults-of-engines.ts';
import { faultsOfInput } from './faults-of-input.ts';
import { faultsOfProcesses } from './faults-of-processes.ts';
import type { Fault } from './run-fault.ts';
import type { Engines } from './test-system.ts';

/** Every fault that an engine set can have; ATTESTRY_TEST_FAULTS, words separated by commas, picks some of them. */
export function faultsOf(engines: Engines): readonly Fault[] {
  const words = (process.env['ATTESTRY_TEST_FAULTS'] ?? '').split(',').map((word) => word.trim());
  return [...faultsOfInput, ...faultsOfEngines, ...faultsOfProcesses].filter(
    (fault) => fault.engines.includes(engines) && words.some((word) => fault.name.includes(word)),
  );
}
