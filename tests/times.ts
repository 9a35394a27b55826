/** What took most processor time in a run of tests. */
import type { Cpu, CpuOfFiles } from './several.ts';

const rowCount = 50;

/** Prints the files, and the processes, that took most processor time. */
export function printTimes(processes: readonly { readonly name: string; readonly cpu: CpuOfFiles }[]): void {
  printTable(
    'files, once loaded',
    processes.flatMap(({ cpu }) => Object.entries(cpu.files)),
  );
  printTable(
    'processes',
    processes.map(({ name, cpu }) => [name, cpu]),
  );
}

function printTable(title: string, rows: readonly (readonly [name: string, cpu: Cpu])[]): void {
  const all = rows.reduce((total, [, cpu]) => total + sum(cpu), 0);
  console.log(`\nCPU time of ${title}: ${secondsText(all)} (in brackets: of programs that they started)`);
  for (const [name, cpu] of [...rows].sort(([, a], [, b]) => sum(b) - sum(a)).slice(0, rowCount)) {
    console.log(`${secondsText(sum(cpu)).padStart(9)} (${secondsText(cpu.children)}) ${name}`);
  }
}

const sum = (cpu: Cpu): number => cpu.own + cpu.children;

/** Seconds with one decimal place. */
export const secondsText = (value: number): string => `${value.toFixed(1)} s`;
