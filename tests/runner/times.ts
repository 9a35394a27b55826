/** What took most processor time in a run of tests. */
import type { Cpu } from './messages.ts';

const rowCount = 60;

/** Prints the files that started processes, the most first. */
export function printProcesses(files: readonly { readonly file: string; readonly processes: number }[]): void {
  const count = files.reduce((total, { processes }) => total + processes, 0);
  console.log(`\n${count} processes were started by test files`);
  const starting = files.filter(({ processes }) => processes > 0).sort((a, b) => b.processes - a.processes);
  for (const { file, processes } of starting) console.log(`${String(processes).padStart(4)} ${file}`);
}

/** Prints the files that took most processor time; a file includes the modules that it loaded first. */
export function printTimes(files: readonly { readonly file: string; readonly cpu: Cpu }[]): void {
  const all = files.reduce((total, { cpu }) => total + sum(cpu), 0);
  const programs = files.reduce((total, { cpu }) => total + cpu.children, 0);
  console.log(
    `\nCPU time: ${secondsText(all)}, ${secondsText(programs)} of it in programs that tests started (in brackets)`,
  );
  for (const { file, cpu } of [...files].sort((a, b) => sum(b.cpu) - sum(a.cpu)).slice(0, rowCount)) {
    console.log(`${secondsText(sum(cpu)).padStart(9)} (${secondsText(cpu.children)}) ${file}`);
  }
}

const sum = (cpu: Cpu): number => cpu.own + cpu.children;

/** Seconds with one decimal place. */
export const secondsText = (value: number): string => `${value.toFixed(1)} s`;
