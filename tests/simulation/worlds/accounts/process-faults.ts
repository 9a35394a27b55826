import type { SimulatedProcess } from '../../kernel/process.ts';
import { atRandomTimes, injectDiskFaults } from '../faults-of-processes.ts';
import type { AccountsState } from './accounts-state.ts';
import { engineEpochOf } from './workers.ts';

/** Faults at random times happen within this time, milliseconds. */
const soonMs = 1_500;

/** Puts the faults of the world in place: full disks, kills, clocks that jump, an engine that loses rows. */
export function injectFaults(state: AccountsState, onCommit: () => void): void {
  const { simulation, services, tables, size } = state;
  const { faults, random } = simulation;
  const kill = (process: SimulatedProcess): void => simulation.kill(process);

  injectDiskFaults(simulation, onCommit);
  tables.onInserted = () => {
    if (services.up === null) return;
    const isKilled = faults.strikes('kill-at-insert') || (!services.up.ready && faults.strikes('kill-at-start'));
    if (isKilled) kill(services.up.process);
  };
  atRandomTimes(simulation, 'kill', soonMs, () => {
    const running = [services.up, services.serve].filter((service) => service?.main.dead === false);
    const victim = running.length === 0 ? null : random.pick(running);
    if (victim !== null) kill(victim.process);
  });
  atRandomTimes(simulation, 'clock-jump', soonMs, () => {
    const jumpMs = random.pick([-300_000, -1_000, 1_000, 300_000]);
    if (jumpMs < 0) state.clockSetBackAt.push(simulation.now);
    for (const service of [services.up, services.serve]) if (service !== null) service.process.clockOffsetMs += jumpMs;
  });
  if (size.embedded === 1) return;
  atRandomTimes(simulation, 'server-kill', soonMs, () => {
    tables.crash();
    state.serverStart += 100;
    simulation.after(random.delay(500), null, 'the new epoch is seen', () =>
      state.lane?.onEngineEpoch(engineEpochOf(state)),
    );
  });
}
