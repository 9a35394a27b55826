import type { Command } from 'commander';
import { command, type Context, runs } from '../program/command.ts';
import { runUntilStopped } from '../service/run-until-stopped.ts';

export const serveCommand = (): Command => command('serve').action(runs(serve));

const serve = (context: Context): Promise<void> =>
  runUntilStopped(context, {
    role: 'serve',
    chosen: [],
    onReady: async ({ value }) => {
      const [{ httpUrl }, opsUrl] = [value('front'), value('opsUrl')];
      context.out.result({ ready: true, httpUrl, opsUrl }, `\n  API      ${httpUrl}\n  Health   ${httpUrl}/readyz\n`);
    },
  });
