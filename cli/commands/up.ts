import type { Command } from 'commander';
import type { DemoKeys } from '../../explorer/dependencies.ts';
import { UsageError } from '../../infra/errors.ts';
import { engineDeadlineMs, within } from '../../api/readmodel/tables/deadline.ts';
import { demoActor } from '../accounts/demo-keys.ts';
import type { DemoState } from '../demo/demo-file.ts';
import { documentsParts } from '../documents/documents-parts.ts';
import { readMonitored } from '../coverage/monitored.ts';
import { behindNow } from '../engine/lags.ts';
import { declaredInTables } from '../feeds/declared-counts.ts';
import { scheduledFeeds } from '../feeds/scheduled-feeds.ts';
import { unreadLines, unreadSources } from '../feeds/unread-sources.ts';
import { command, type Context, runs } from '../program/command.ts';
import { startSteps } from '../program/output/progress.ts';
import { banner } from '../service/banner.ts';
import { runUntilStopped, type StopState } from '../service/run-until-stopped.ts';
import type { RunningService, ServiceOptions } from '../service/start-service.ts';

export const upCommand = (): Command =>
  command('up').option('--demo', 'fill an empty data directory with real public records').action(runs(up));

async function up(context: Context, options: { readonly demo?: boolean }): Promise<void> {
  const { loaded, out, clock } = context;
  const { config } = loaded;
  const demo = options.demo === true;
  if (demo && !isLoopback(config.httpHost)) {
    throw new UsageError(
      `--demo makes a key that anyone may read, so it runs on loopback only, not on ${config.httpHost}`,
    );
  }
  const started = performance.now();
  let demoKeys: DemoKeys | null = null;
  await runUntilStopped(context, {
    role: 'up',
    chosen: [...scheduledFeeds(config.feeds, demo ? 'none' : 'all'), ...documentsParts(config, !demo)],
    // A line for every request would bury the banner.
    ...(demo ? { defaultLogLevel: 'warn', demoKeys: () => demoKeys } : {}),
    stageLine: (sentence) => `  ${seconds(started).padStart(5)} s  ${sentence}`,
    onReady: async (service, stopping, given) => {
      const steps = out.json ? null : startSteps(process.stderr, '          demo data');
      const demoState = demo && !stopping.isOver() ? await loadDemo(service, stopping, given, steps) : null;
      demoKeys = demoState === null ? null : { reader: demoState.key, operator: demoState.operatorKey ?? null };
      if (stopping.isOver()) return;
      const { value } = service;
      const ready = {
        ready: true,
        httpUrl: value('front').httpUrl,
        sqlUrl: value('sqlUrl'),
        registryUrl: value('registryUrl'),
        opsUrl: value('opsUrl'),
        demoKey: demoState?.key ?? null,
      };
      const unread = out.json ? [] : await notRead(service, given, demo);
      out.result(
        ready,
        banner({ ...ready, dataDir: config.dataDir, demo: demoState, unread, seconds: seconds(started), now: clock() }),
      );
    },
  });
}

/** How many tokens are monitored, and what nothing fetches. Tables that do not answer now keep no service from being ready. */
async function notRead(
  { value }: RunningService,
  { config, logger }: ServiceOptions,
  demo: boolean,
): Promise<readonly string[]> {
  const linesOf = async (): Promise<readonly string[]> => {
    const areMore = await (await behindNow(value('engine'), 'sink', 'registry.assets'))();
    const counts = await declaredInTables(value('readers').tables);
    const monitored = await readMonitored({
      registry: value('caches').registry,
      coverage: value('coverage').reader,
      declared: [...counts.assetsOf.values()].reduce((sum, assets) => sum + assets, 0),
      areMore,
    });
    return [monitored, ...unreadLines(unreadSources(counts, config, demo))];
  };
  try {
    // Not longer than a request waits: the service is ready meanwhile, and an operator waits for its address.
    return await within(engineDeadlineMs, 'the tables', linesOf());
  } catch (error) {
    logger.warn({ err: error }, 'the declared sources were not counted');
    return [];
  }
}

/** A signal or a dead worker does not wait for the demo; the next start resumes the load. */
async function loadDemo(
  { value }: RunningService,
  { ended }: StopState,
  { config, clock, stage, signal }: ServiceOptions,
  steps: ReturnType<typeof startSteps>,
): Promise<DemoState | null> {
  const [{ ensureDemo }, { withOperatorKey }] = await Promise.all([
    import('../demo/load-demo.ts'),
    import('../demo/operator-key.ts'),
  ]);
  const engine = value('engine');
  const service = { engine, refreshCaches: value('caches').refresh };
  const marked = { service, config, clock, stage, signal, actor: demoActor };
  const filled = ensureDemo({ ...marked, ...(steps === null ? {} : { onStep: steps.at }) }).then((state) =>
    withOperatorKey(state, { engine, config, clock }),
  );
  filled.catch(() => undefined);
  try {
    return await Promise.race([filled, ended.then(() => null)]);
  } finally {
    steps?.end();
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
