import { createUrlSigner } from '../../../api/route/http/signed-url.ts';
import { type CoverageReader, createCoverageReader } from '../../../api/readmodel/coverage/reader.ts';
import { withDeadline } from '../../../api/readmodel/tables/deadline.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { InstallationCoverage } from '../../../schemas/coverage/installation.ts';
import { isCluster } from '../../engine/open-engine.ts';
import { version } from '../../program/version.ts';
import { createApiCaches } from '../api-caches.ts';
import { startApi } from '../api-part.ts';
import { createLatestRuns } from '../health/latest-runs.ts';
import { serviceStatus } from '../health/service-status.ts';
import { watchEngines } from '../health/watch-engines.ts';
import { openHttpFront } from '../http/front.ts';
import { requestDurations } from '../http/request-durations.ts';
import { definePart, nothing } from '../part.ts';
import { coverageSources, runningSources } from '../pages/coverage-sources.ts';
import { loadSigningKeys } from '../signing-keys.ts';

/** The API's listener, before there is anything to serve. */
export const http = definePart({
  name: 'http',
  needs: [],
  gives: ['front', 'urlSigner'],
  start: async (process) => {
    const urlSigner = createUrlSigner(loadSigningKeys(process.config));
    return { urlSigner, front: await openHttpFront(process) };
  },
});

export const caches = definePart({
  name: 'caches',
  needs: ['readers'],
  gives: ['caches'],
  start: async ({ config, logger, clock }, { readers }) => ({
    caches: createApiCaches({ ...readers, logger, clock, config }),
  }),
});

/** In `up` also what its publishers fetch; elsewhere the tables alone show it. */
export const coverage = definePart({
  name: 'coverage',
  needs: ['readers', 'caches'],
  gives: ['coverage'],
  start: async ({ config, clock, chosen, demoKeys }, { readers, caches: { registry }, workers }) => {
    const running =
      workers === undefined
        ? null
        : runningSources({
            config,
            chosen,
            isDemo: demoKeys !== undefined,
            attempts: workers.fetchAttempts,
            chains: workers.chainHealth,
          });
    const sources = coverageSources(config, () => running);
    const tables = withDeadline(readers.tables);
    return {
      coverage: {
        sources,
        reader: createCoverageReader({ tables, registry, clock, coverageSources: sources, versions: null }),
      },
    };
  },
});

export const api = definePart({
  name: 'API',
  needs: ['engine', 'readers', 'caches', 'front', 'urlSigner', 'coverage'],
  gives: ['latestRuns', 'durations', 'stopping'],
  start: async (process, { engine, readers, caches: apiCaches, front, urlSigner, coverage: covered, workers }) => {
    const { clock, board, stage } = process;
    stage('API');
    const latestRuns = createLatestRuns(engine);
    const durations = requestDurations();
    const stopping = new AbortController();
    const fetchAttempts = workers?.fetchAttempts ?? new Map();
    await startApi({
      ...process,
      engine,
      tables: readers.tables,
      keyTables: readers.keyTables,
      caches: apiCaches,
      front,
      urlSigner,
      coverageSources: covered.sources,
      formKeys: formKeysOf(process.config),
      answered: durations.answered,
      stopping: stopping.signal,
      acceptsWrites: () => workers?.isReady('accounts') ?? true,
      health: {
        ready: () => ({ ok: board.failing().length === 0, failing: board.failing() }),
        version: () => version(),
        status: async () =>
          serviceStatus({
            engine,
            runs: await latestRuns(),
            attempts: fetchAttempts,
            isFetched: covered.sources.running()?.isFetched ?? null,
            documents: workers?.documents() ?? null,
            ticks: workers?.ticks() ?? null,
            chains: workers?.chainHealth ?? new Map(),
            coverage: await latestOf(covered.reader),
            failing: board.failing(),
            standing: board.standing(),
            now: clock(),
          }),
      },
    });
    return { latestRuns, durations, stopping };
  },
});

/** Null while the tables do not answer: the log still shows how fresh feeds are. */
async function latestOf({ latest }: CoverageReader): Promise<InstallationCoverage | null> {
  try {
    return await latest();
  } catch (error) {
    if (error instanceof RetryableError) return null;
    throw error;
  }
}

function formKeysOf(config: Parameters<typeof loadSigningKeys>[0]): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = loadSigningKeys(config);
  return [first.secret, ...others.map(({ secret }) => secret)];
}

/** `serve` watches the log and the tables, which belong to other processes. */
export const engineWatch = definePart({
  name: 'engine watch',
  needs: ['engine', 'readers'],
  gives: [],
  start: async ({ config, clock, lifecycle, board, onDeath }, { engine, readers }) => {
    await lifecycle.start('watch of engines', async () => {
      const dataDir = isCluster(config) ? null : config.dataDir;
      const query = readers.newsTables.query;
      const tables = { query: <R>(sql: string, given: Readonly<Record<string, unknown>> = {}) => query<R>(sql, given) };
      const value = watchEngines({ dataDir, engine, tables, board, clock, onDeath });
      return { value, stop: value.stop };
    });
    return nothing;
  },
});

/** Started last, so stopped first: requests in flight are answered before any part below closes. */
export const requests = definePart({
  name: 'requests',
  needs: ['front', 'stopping'],
  gives: [],
  start: async ({ lifecycle, board }, { front, stopping }) => {
    await lifecycle.start('requests', async () => ({
      value: front,
      stop: async () => {
        board.note('service', 'is stopping');
        stopping.abort();
        await front.drain();
      },
    }));
    return nothing;
  },
});
