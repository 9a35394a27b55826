import type { SimulatedProcess } from '../../kernel/process.ts';
import { simulatedDisk } from '../../ports/disk.ts';
import type { AccountsState } from './accounts-state.ts';
import { engineEpochOf } from './workers.ts';

/** Faults at random times happen within this time, milliseconds. */
const soonMs = 1_500;

/** Puts the faults of the world in place: full disks, kills, clocks that jump, an engine that loses rows. */
export function injectFaults(state: AccountsState, onCommit: () => void): void {
  const { simulation, services, tables, size } = state;
  const { faults, random } = simulation;
  const kill = (process: SimulatedProcess): void => simulation.kill(process);

  const disk = simulatedDisk();
  disk.isFull = () => faults.strikes('disk-full');
  disk.onCommit = (thread) => {
    onCommit();
    if (thread !== null && faults.strikes('kill-at-commit')) kill(thread.process);
  };
  tables.onInserted = () => {
    if (services.up !== null && faults.strikes('kill-at-insert')) kill(services.up.process);
  };
  const atRandomTimes = (name: string, happen: () => void): void => {
    for (let count = 0; count < faults.timesOf(name); count++) {
      simulation.after(random.fraction() * soonMs, null, `${name} is due`, () => {
        if (faults.strikesNow(name)) happen();
      });
    }
  };
  atRandomTimes('kill', () => {
    const running = [services.up, services.serve].filter((service) => service?.main.dead === false);
    const victim = running.length === 0 ? null : random.pick(running);
    if (victim !== null) kill(victim.process);
  });
  atRandomTimes('clock-jump', () => {
    const jumpMs = random.pick([-300_000, -1_000, 1_000, 300_000]);
    for (const service of [services.up, services.serve]) if (service !== null) service.process.clockOffsetMs += jumpMs;
  });
  if (size.embedded === 1) return;
  atRandomTimes('server-kill', () => {
    tables.crash();
    state.serverStart += 100;
    simulation.after(random.delay(500), null, 'the new epoch is seen', () =>
      state.lane?.onEngineEpoch(engineEpochOf(state)),
    );
  });
}
