import type { Command } from 'commander';
import { createLogger } from '../../infra/logger.ts';
import { UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/exit.ts';
import { createLogWriter } from '../program/log-writer.ts';
import { scheduledFeeds } from '../feeds/scheduled-feeds.ts';
import { endOnSignals, exitSoon } from '../program/shutdown.ts';
import { banner } from '../service/banner.ts';
import type { DemoState } from '../demo/load-demo.ts';
import type { Service } from '../service/up.ts';

export const upCommand = (): Command =>
  command('up', 'all roles in one process on the embedded engines')
    .option('--demo', 'fill an empty data directory with real public records')
    .action(runs(up));

async function up({ loaded, out, clock }: Context, options: { readonly demo?: boolean }): Promise<void> {
  const { config } = loaded;
  const demo = options.demo === true;
  if (demo && !isLoopback(config.httpHost)) {
    throw new UsageError(
      `--demo makes a key that anyone may read, so it runs on loopback only, not on ${config.httpHost}`,
    );
  }
  const started = performance.now();
  const tty = process.stderr.isTTY;
  const writeLog = createLogWriter(process.stderr);
  const logger = createLogger({ level: config.logLevel, destination: { write: writeLog } });
  const { end, ended, isOver } = endOnSignals();
  const stage = (sentence: string): void => {
    if (!out.json) out.note(`  ${seconds(started).padStart(5)} s  ${sentence}`);
  };
  // Loaded here and not above: no other command has to wait for the API and the engines.
  const { startService } = await import('../service/up.ts');
  let service: Service;
  let demoState: DemoState | null = null;
  try {
    service = await startService({
      config,
      logger,
      writeLog,
      clock,
      scheduledFeeds: scheduledFeeds(config.feeds, demo ? 'none' : 'all'),
      searchPorts: tty,
      stage,
      onDeath: (reason) => end(reason),
    });
  } catch (error) {
    end(null);
    throw error;
  }
  try {
    if (demo && !isOver()) {
      const { ensureDemo } = await import('../demo/load-demo.ts');
      const filled = ensureDemo({ service, config, clock, stage });
      // A signal or a dead worker does not wait for the demo; the next start resumes the load.
      demoState = await Promise.race([filled, ended.then(() => null)]);
      filled.catch(() => undefined);
    }
    const { httpUrl, sqlUrl, registryUrl, opsUrl } = service;
    const ready = { ready: true, httpUrl, sqlUrl, registryUrl, opsUrl, demoKey: demoState?.key ?? null };
    if (!isOver()) out.result(ready, banner({ ...ready, demo: demoState, seconds: seconds(started), now: clock() }));
    const reason = await ended;
    if (reason !== null) throw new CommandFailed(reason);
  } finally {
    await service.lifecycle.stop();
    exitSoon();
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
