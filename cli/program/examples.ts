import type { Command } from 'commander';

/** Examples by the whole name of a command. */
export type Examples = Readonly<Record<string, readonly string[]>>;

/** Adds the examples of a command to its help; to that of a group, also the first one of each command below it. */
export function addExamples(to: Command, examples: Examples, path: string = to.name()): void {
  const first = Object.entries(examples).flatMap(([name, [line = '']]) => (name.startsWith(`${path} `) ? [line] : []));
  const lines = [...(examples[path] ?? []), ...first];
  if (lines.length > 0) {
    to.addHelpText('after', `\nExamples:\n${lines.map((line) => `  attestry ${line}`).join('\n')}`);
  }
  for (const below of to.commands) addExamples(below, examples, `${path} ${below.name()}`);
}
