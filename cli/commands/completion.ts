import type { Command } from 'commander';
import { Argument } from 'commander';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { topicNames } from '../../schemas/topics.ts';
import { completionOf, type Shell, shells } from '../program/completion.ts';
import { command, type Context, runs } from '../program/command.ts';

/** `program` is the whole program, of which the script is made. */
export const completionCommand = (program: () => Promise<Command>): Command =>
  command('completion')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices([...shells]))
    .action(runs((context: Context, shell: Shell) => print(context, shell, program)));

async function print({ out }: Context, shell: Shell, program: () => Promise<Command>): Promise<void> {
  const script = completionOf(shell, await program(), { feed: [...feeds.keys()], topic: topicNames });
  out.result({ shell, script }, script);
}
