import { requestLimits } from './engine-config.ts';

/** Connections with fixed settings, for queries and inserts of the program. */
export type Lane = 'api' | 'sink' | 'accounts' | 'jobs';
/** Connections for one request each, whose reply is forwarded as bytes. */
export type RawLane = 'analyst' | 'operator';

interface QueueLimits {
  readonly maxWaiting: number;
  readonly longestWaitMs: number;
}

interface LaneOptions extends QueueLimits {
  readonly connections: number;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Every connection of a lane uses one thread: for few rows, parallelism costs more than it saves; for many, the lane has a
 * second connection.
 */
const oneThread = {
  input_format_parallel_parsing: '0',
  max_threads: '1',
  output_format_parallel_formatting: '0',
} as const;

/**
 * Queue limits for queries of requests. The API admits 200 reads, with up to three concurrent queries each, and rejects
 * further ones itself. The queue has room for all of these, and for queries whose requests have given up.
 */
const ofRequests = { maxWaiting: 1_000, longestWaitMs: 5_000 } as const;
const unlimited = { maxWaiting: Number.POSITIVE_INFINITY, longestWaitMs: Number.POSITIVE_INFINITY } as const;

/** For the API's own queries only: an analyst's query may filter by columns that differ between versions of a row. */
const forFeeds = {
  // Searching hundreds of thousands of marks for fifty assets: splitting ranges in two takes less time than in eight.
  merge_tree_coarse_index_granularity: '2',
  // With FINAL, only conditions on the sorting key move, which all versions of a row share.
  optimize_move_to_prewhere_if_final: '1',
} as const;

/** `readonly` cannot be unset on a connection. Queries beyond `maxWaiting` or `longestWaitMs` are rejected. */
export const lanes: Readonly<Record<Lane, LaneOptions>> = {
  api: {
    connections: 3,
    ...ofRequests,
    settings: { ...oneThread, ...requestLimits, ...forFeeds, max_execution_time: '5', readonly: '1' },
  },
  sink: { connections: 2, ...unlimited, settings: { ...oneThread, max_execution_time: '100' } },
  accounts: { connections: 2, ...unlimited, settings: { ...oneThread, max_execution_time: '100' } },
  // Migrations, erasing, repair: no client waits for them, and they may take long.
  jobs: { connections: 1, ...unlimited, settings: { ...oneThread, max_execution_time: '600' } },
};

interface RawLaneOptions extends QueueLimits {
  readonly connections: number;
  /** Whether `log_comment` names the connection. An analyst would see it in `system.settings`. */
  readonly tagged: boolean;
}

/**
 * Analysts' queries run one at a time in each of their processes, in turns that the parent decides (`host/turns.ts`); those of API
 * processes, through the operator's socket, run concurrently.
 */
export const rawLanes: Readonly<Record<RawLane, RawLaneOptions>> = {
  analyst: { connections: 1, ...unlimited, tagged: false },
  operator: { connections: 4, ...ofRequests, tagged: true },
};

/** `log_comment` of the connections that watch the others. */
export const controlConnection = 'control';

/** Settings of these. With more threads, the pulse of a service that rests wakes eight of them each second. */
export const controlSettings = oneThread;

/**
 * Threads of libuv's pool that the engine needs: one for each connection, including those that watch, and some for files. A
 * query without a thread waits behind all others.
 */
export const threadPoolSize =
  [...Object.values(lanes), ...Object.values(rawLanes)].reduce((sum, { connections }) => sum + connections, 0) + 2 + 4;
