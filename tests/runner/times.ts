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
  const total = (part: (cpu: Cpu) => number): string => secondsText(files.reduce((all, { cpu }) => all + part(cpu), 0));
  console.log(
    `\nCPU time: ${total(sum)}, in brackets: ${total(({ children }) => children)} in programs that tests started,`,
  );
  console.log(`and ${total(({ shared }) => shared)} in engines of tables and services that run on for the next files`);
  for (const { file, cpu } of [...files].sort((a, b) => sum(b.cpu) - sum(a.cpu)).slice(0, rowCount)) {
    const { children, shared } = cpu;
    console.log(`${secondsText(sum(cpu)).padStart(9)} (${secondsText(children)}, ${secondsText(shared)}) ${file}`);
  }
}

const sum = ({ own, children, shared }: Cpu): number => own + children + shared;

/** Seconds with one decimal place. */
export const secondsText = (value: number): string => `${value.toFixed(1)} s`;
