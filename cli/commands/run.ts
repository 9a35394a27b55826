import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { command, type Context, runs } from '../program/command.ts';
import { documentsPart, documentsParts } from '../documents/documents-parts.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Engine } from '../engine/open-engine.ts';
import { declaredOnLog } from '../feeds/declared-counts.ts';
import { unreadLines, unreadSources } from '../feeds/unread-sources.ts';
import { scheduledFeeds } from '../feeds/scheduled-feeds.ts';
import { runUntilStopped } from '../service/run-until-stopped.ts';
import { type RunRole, runRoles } from '../service/roles.ts';
import { partsOf } from '../service/workers/plans.ts';

const what: Readonly<Record<RunRole, string>> = {
  publishers: 'fetches feeds and documents on their schedule, answers for assets on chains',
  processors: 'folds the log: from captures to changes, from commands to events',
  sink: 'projects the log into the tables',
  deliver: 'sends the webhooks of tenants',
};

export const runCommand = (): Command => {
  const run = command('run');
  for (const role of runRoles) {
    const one = command(role, what[role]);
    const names = [...(role === 'publishers' ? ['feeds'] : []), ...partsOf(role, [])];
    if (names.length > 0) one.option('--only <names>', `comma list: ${names.join(', ')}`);
    run.addCommand(
      one.action(runs((context, options: { readonly only?: string }) => runRole(context, role, options.only))),
    );
  }
  return run;
};

function runRole(context: Context, role: RunRole, only: string | undefined): Promise<void> {
  const { loaded, out } = context;
  const { config } = loaded;
  const all = partsOf(role, scheduledFeeds(config.feeds, 'all'));
  const isRun = (part: string): boolean => part !== documentsPart || documentsParts(config, true).length > 0;
  const parts = chosen(role, all.filter(isRun), only);
  return runUntilStopped(context, {
    role: `run ${role}`,
    chosen: parts,
    logMembers: { role },
    onReady: async ({ value }) => {
      const opsUrl = value('opsUrl');
      const metrics = opsUrl === null ? '' : `, ${opsUrl}/metrics and /readyz`;
      const named = [role, ...(parts.length === 0 ? [] : [parts.join(', ')])].join(': ');
      // What is not fetched is for people: a large registry is not read for a line of JSON.
      const notes = out.json || role !== 'publishers' ? [] : await notFetched(value('engine'), config);
      out.result({ ready: true, role, parts, opsUrl }, [`\n  ${named}${metrics}`, ...notes, ''].join('\n'));
    },
  });
}

const notFetched = async (engine: Engine, config: Config): Promise<readonly string[]> =>
  unreadLines(unreadSources(await declaredOnLog(engine), config)).map((sentence) => `  ${sentence}`);

/** Throws UsageError for a name that the role does not have. */
function chosen(role: RunRole, all: readonly string[], only: string | undefined): readonly string[] {
  if (only === undefined) return all;
  const names = only.split(',').map((name) => name.trim());
  const known = partsOf(role, [...feeds.keys()]);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`--only: ${role} have no ${unknown.join(', ')}; there are ${known.join(', ')}`);
}
