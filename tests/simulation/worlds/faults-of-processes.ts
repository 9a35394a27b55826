import type { Simulation } from '../kernel/simulation.ts';
import { simulatedDisk } from '../ports/disk.ts';

/** Disks that find no room (`disk-full`), and kills between a commit and its acknowledgement (`kill-at-commit`). */
export function injectDiskFaults(simulation: Simulation, onCommit: () => void): void {
  const { faults } = simulation;
  const disk = simulatedDisk();
  disk.isFull = () => faults.strikes('disk-full');
  disk.onCommit = (thread) => {
    onCommit();
    if (thread !== null && faults.strikes('kill-at-commit')) simulation.kill(thread.process);
  };
}

/** Faults of a class with `times`, each at a random time before `untilMs`. */
export function atRandomTimes(simulation: Simulation, name: string, untilMs: number, happen: () => void): void {
  const { faults, random } = simulation;
  for (let count = 0; count < faults.timesOf(name); count++) {
    simulation.after(random.fraction() * untilMs, null, `${name} is due`, () => {
      if (faults.strikesNow(name)) happen();
    });
  }
}
