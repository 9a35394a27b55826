import { faultsOfEngines } from './faults-of-engines.ts';
import { faultsOfInput } from './faults-of-input.ts';
import { faultsOfProcesses } from './faults-of-processes.ts';
import type { Fault } from './run-fault.ts';
import type { Engines } from './test-system.ts';

/** All faults that apply to an engine set. ATTESTRY_TEST_FAULTS, a comma-separated list, selects faults by part of the name. */
export function faultsOf(engines: Engines): readonly Fault[] {
  const filters = (process.env['ATTESTRY_TEST_FAULTS'] ?? '').split(',').map((filter) => filter.trim());
  return [...faultsOfInput, ...faultsOfEngines, ...faultsOfProcesses].filter(
    (fault) => fault.engines.includes(engines) && filters.some((filter) => fault.name.includes(filter)),
  );
}
