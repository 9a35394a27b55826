import { type Command, CommanderError } from 'commander';
import { commandExamples } from './command-examples.ts';
import { type CommandName, commandGroups } from './command-names.ts';
import { addExamples } from './program/examples.ts';
import { command, usageExitCode } from './program/command.ts';
import { untilEnded } from './program/process/until-ended.ts';
import { version } from './program/version.ts';

/** Each module is loaded when its command is asked for. */
const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  run: async () => (await import('./commands/run.ts')).runCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  tables: async () => (await import('./commands/tables.ts')).tablesCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(() => loadProgram()),
  open: async () => (await import('./commands/open.ts')).openCommand(),
  standing: async () => (await import('./commands/standing.ts')).standingCommand(),
  sql: async () => (await import('./commands/sql.ts')).sqlCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  wait: async () => (await import('./commands/wait.ts')).waitCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  tenants: async () => (await import('./commands/tenants.ts')).tenantsCommand(),
  asset: async () => (await import('./commands/asset.ts')).assetCommand(),
  party: async () => (await import('./commands/party.ts')).partyCommand(),
  registry: async () => (await import('./commands/registry.ts')).registryCommand(),
  observe: async () => (await import('./commands/observe.ts')).observeCommand(),
  feeds: async () => (await import('./commands/feeds.ts')).feedsCommand(),
  sources: async () => (await import('./commands/sources.ts')).sourcesCommand(),
  documents: async () => (await import('./commands/documents.ts')).documentsCommand(),
  profiles: async () => (await import('./commands/profiles.ts')).profilesCommand(),
  ticks: async () => (await import('./commands/ticks.ts')).ticksCommand(),
  chains: async () => (await import('./commands/chains.ts')).chainsCommand(),
  fields: async () => (await import('./commands/fields.ts')).fieldsCommand(),
  screen: async () => (await import('./commands/screen.ts')).screenCommand(),
  match: async () => (await import('./commands/match.ts')).matchCommand(),
  changes: async () => (await import('./commands/changes.ts')).changesCommand(),
  watch: async () => (await import('./commands/watch.ts')).watchCommand(),
  intake: async () => (await import('./commands/watch.ts')).intakeCommand(),
  rules: async () => (await import('./commands/rules.ts')).rulesCommand(),
  topics: async () => (await import('./commands/topics.ts')).topicsCommand(),
  'dead-letters': async () => (await import('./commands/dead-letters.ts')).deadLettersCommand(),
  explain: async () => (await import('./commands/explain.ts')).explainCommand(),
  replay: async () => (await import('./commands/replay.ts')).replayCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  log: async () => (await import('./commands/log.ts')).logCommand(),
  artifacts: async () => (await import('./commands/artifacts.ts')).artifactsCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  reset: async () => (await import('./commands/reset.ts')).resetCommand(),
};

/** The `attestry` program. Sets `process.exitCode`; never throws for a user's mistake. */
export const main = (argv: readonly string[]): Promise<void> => untilEnded(() => runProgram(argv));

async function runProgram(argv: readonly string[]): Promise<void> {
  // A reader such as `head` may close the pipe early; then no output is needed any more.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  const program = await loadProgram(argv.slice(2).filter((word) => !word.startsWith('-')));
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = usageExitCode(error.exitCode);
  }
}

/**
 * The program: those commands that are among the words with their options, all others by name and sentence alone.
 * Without words it has every command in full.
 */
export async function loadProgram(words?: readonly string[]): Promise<Command> {
  const description = 'asset verification registry with watchlist monitoring';
  const program = command('attestry', description)
    .version(version().version)
    .configureHelp({ subcommandTerm: (one) => one.name() });
  // `help keys` is the help of keys; for all others the first word is the command.
  const asked = words?.[0] === 'help' ? words[1] : words?.[0];
  for (const [group, sentences] of Object.entries(commandGroups)) {
    for (const [name, sentence] of Object.entries(sentences)) {
      const one = words === undefined || name === asked ? await loaders[name as CommandName]() : command(name);
      program.addCommand(one.description(sentence).helpGroup(`${group}:`));
      addExamples(one, commandExamples);
    }
  }
  return program;
}
