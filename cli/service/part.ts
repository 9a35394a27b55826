import type { DemoKeys } from '../../explorer/dependencies.ts';
import type { UrlSigner } from '../../api/route/http/signed-url.ts';
import type { DelivererHealth } from '../../api/readmodel/webhooks/deliverer.ts';
import type { Config } from '../../infra/config/config.ts';
import type { HostedTables, TablesOptions } from '../../infra/clickhouse/open-tables.ts';
import type { Extent } from '../../infra/log/lmdb/extent.ts';
import type { Lifecycle } from '../../infra/async/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { CoverageReader } from '../../api/readmodel/coverage/reader.ts';
import type { CoverageSources } from '../../api/readmodel/coverage/sources.ts';
import type { ApiCaches } from './api-caches.ts';
import type { HealthBoard } from './health/health-board.ts';
import type { LatestRuns } from './health/latest-runs.ts';
import type { HttpFront } from './http/front.ts';
import type { RequestDurations } from './http/request-durations.ts';
import type { Role } from './roles.ts';
import type { JobTables } from './tables/job-tables.ts';
import type { SinkTables } from './workers/sink-tables.ts';
import type { ReadGate } from './tables/read-gate.ts';
import type { Refill } from './tables/refill.ts';
import type { ServiceReaders } from './tables/service-readers.ts';
import type { ServiceTables } from './tables/service-tables.ts';
import type { RoleWorkers } from './workers/role-workers.ts';

/** The process that a part is started in. */
export interface ServiceProcess {
  readonly role: Role;
  /** Processors, lanes or feeds that this process runs, of those its role has. */
  readonly chosen: readonly string[];
  readonly config: Config;
  readonly logger: Logger;
  /** Writes a log line of a worker. */
  readonly writeLog: (line: string) => void;
  readonly clock: () => number;
  /** Limits of the processes of the embedded tables, in place of those of the settings. */
  readonly hostLimits?: Pick<TablesOptions, 'limits' | 'analystLimits'>;
  /** Listen on the next free port when one is taken. */
  readonly searchPorts: boolean;
  /** Reports what is being started. */
  readonly stage: (sentence: string) => void;
  /** Ends the wait for engines. */
  readonly signal: AbortSignal;
  /** The keys of the demo, for signing in with one click; null before it is loaded. Absent without a demo. */
  readonly demoKeys?: () => DemoKeys | null;
  /** A part that cannot be restarted ended: the process must exit. */
  readonly onDeath: (reason: string) => void;
  readonly lifecycle: Lifecycle;
  readonly board: HealthBoard;
}

/** The values that parts give to later parts. Parts that give the same value are alternatives. */
export interface Values {
  readonly front: HttpFront;
  readonly urlSigner: UrlSigner;
  readonly engine: Engine;
  /** The tables in a process of their own, which opens meanwhile; null for tables on a server. */
  readonly tablesHost: { readonly opening: Promise<HostedTables> | null };
  readonly tables: ServiceTables;
  /** Refuses reads while tables of this process that lost rows are filled again. */
  readonly gate: ReadGate;
  /** What was read of the log before it was opened, because its last owner had an unclean end; null after a clean one. */
  readonly logCheck: { readonly extent: Extent | null };
  /** Tables that lost rows and are filled again. */
  readonly refill: Refill;
  readonly readers: ServiceReaders;
  readonly caches: ApiCaches;
  /** How much of tokens is read, and what that is measured by. */
  readonly coverage: { readonly reader: CoverageReader; readonly sources: CoverageSources };
  readonly sink: SinkTables;
  readonly jobTables: JobTables;
  readonly workers: RoleWorkers;
  /** The sender of webhooks. */
  readonly deliverer: DelivererHealth;
  readonly latestRuns: () => Promise<LatestRuns>;
  readonly durations: RequestDurations;
  /** Aborted when the process is about to end. */
  readonly stopping: AbortController;
  readonly sqlUrl: string | null;
  readonly registryUrl: string | null;
  readonly opsUrl: string | null;
}

export type ValueName = keyof Values;

/** What a started process has so far. */
type GivenValues<Needs extends ValueName> = Pick<Values, Needs> & Partial<Values>;

/** One part of a process. What it opens, it registers in the lifecycle, which stops parts in reverse order. */
export interface Part<Needs extends ValueName = ValueName, Gives extends ValueName = ValueName> {
  readonly name: string;
  /** Values of earlier parts that it requires. */
  readonly needs: readonly Needs[];
  readonly gives: readonly Gives[];
  /** Returns null when `signal` ended its wait for an engine; then the whole start ends. */
  readonly start: (process: ServiceProcess, given: GivenValues<Needs>) => Promise<Pick<Values, Gives> | null>;
}

/** A part of any type, as the list of parts has it. */
export interface AnyPart {
  readonly name: string;
  readonly needs: readonly ValueName[];
  readonly gives: readonly ValueName[];
  readonly start: (process: ServiceProcess, given: GivenValues<never>) => Promise<Partial<Values> | null>;
}

/** Checks at run time that a part gets what it needs; `roles.test.ts` checks it for every role. */
export function definePart<const Needs extends ValueName, const Gives extends ValueName>(
  part: Part<Needs, Gives>,
): AnyPart {
  const { name, needs, gives, start } = part;
  return {
    name,
    needs,
    gives,
    start: (process, given) => {
      const missing = needs.filter((need) => given[need] === undefined);
      if (missing.length > 0) throw new Error(`${name} needs ${missing.join(', ')}, which no earlier part gives`);
      return start(process, given as GivenValues<Needs>);
    },
  };
}

/** For parts that give no value. */
export const nothing = {};
