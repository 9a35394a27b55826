import type { Command } from 'commander';

/** Adds command lines to the help of a command, and to each command below it those that begin with its name. */
export function addExamples(to: Command, lines: readonly string[], path: string = to.name()): void {
  const fitting = lines.filter((line) => line === path || line.startsWith(`${path} `));
  if (fitting.length > 0) {
    to.addHelpText('after', `\nExamples:\n${fitting.map((line) => `  attestry ${line}`).join('\n')}`);
  }
  for (const below of to.commands) addExamples(below, lines, `${path} ${below.name()}`);
}
