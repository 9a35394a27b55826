import type { Command } from 'commander';
import { createLogger } from '../../infra/logger.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/exit.ts';
import { createLogWriter } from '../program/log-writer.ts';
import { endOnSignals, exitSoon } from '../program/shutdown.ts';

export const serveCommand = (): Command =>
  command('serve', 'the API alone: in a cluster, or beside an attestry up on the same data directory').action(
    runs(serve),
  );

async function serve({ loaded, out, clock }: Context): Promise<void> {
  const { config } = loaded;
  const tty = process.stderr.isTTY;
  const writeLog = createLogWriter(process.stderr);
  const logger = createLogger({ level: config.logLevel, destination: { write: writeLog } });
  const { end, ended } = endOnSignals();
  const over = new AbortController();
  ended.then(
    () => over.abort(),
    () => undefined,
  );
  // Loaded here and not above: no other command has to wait for the API.
  const { startServe } = await import('../service/serve.ts');
  const started = await startServe({
    config,
    logger,
    clock,
    searchPorts: tty,
    stage: (sentence) => {
      if (!out.json) out.note(`  ${sentence}`);
    },
    signal: over.signal,
    onDeath: end,
  });
  if (started === null) return;
  const { lifecycle, httpUrl, opsUrl } = started;
  try {
    out.result({ ready: true, httpUrl, opsUrl }, `\n  API      ${httpUrl}\n  Health   ${httpUrl}/readyz\n`);
    const reason = await ended;
    if (reason !== null) throw new CommandFailed(reason);
  } finally {
    await lifecycle.stop();
    exitSoon();
  }
}
