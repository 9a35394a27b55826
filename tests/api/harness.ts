/** The real API over HTTP, on real tables; commands go through the real accounts fold and the sink's row mappings. */
import { randomUUID } from 'node:crypto';
import { type Agent, createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../api/app.ts';
import { interfaceOfTarget } from '../../api/errors.ts';
import type { ApiConfig, ApiDependencies } from '../../api/route/dependencies.ts';
import type { MakePages } from '../../api/route/pages.ts';
import { createVersionTracker, type VersionTracker } from '../../api/readmodel/memory/versions.ts';
import { createKeyIds, type FollowedKeyIds } from '../../api/readmodel/memory/keys/key-ids.ts';
import { createOutcomes, type OutcomeRow } from '../../api/readmodel/memory/command-outcomes.ts';
import type { InsertedChange, ShownRow } from '../../api/readmodel/memory/changes/recent-changes.ts';
import { createRecent } from '../../api/readmodel/memory/recent.ts';
import type { RowPlace } from '../../api/readmodel/memory/recent-rows.ts';
import type { InsertedVerdict } from '../../api/readmodel/memory/verdicts/recent-notices.ts';
import { createRegistryCache } from '../../api/readmodel/memory/registry/cache.ts';
import type { KeyedRoute } from '../../api/route/route.ts';
import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import { createUrlSigner } from '../../api/route/http/signed-url.ts';
import { insertedRows } from '../../cli/service/tables/inserted-rows.ts';
import { checkedUrl, createGuardedPost } from '../../infra/fetch/guarded-post.ts';
import { createLogger } from '../../infra/logger.ts';
import { hasSealedTexts } from '../../infra/clickhouse/upkeep/tenant-rows.ts';
import { createTenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';
import { applyCommand } from '../../pipeline/accounts/accounts.ts';
import { intakeActor } from '../../pipeline/accounts/commands.ts';
import { commandOutcomeRow } from '../../pipeline/sink/rows/accounts.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../pipeline/accounts/commands.ts';
import type {
  AccountCommand,
  AccountEvent,
  AssetRecord,
  Change,
  CommandOutcome,
  Verdict,
} from '../../schemas/generated/records.ts';
import { makeApiKey } from '../../schemas/values/api-key.ts';
import type { Scope } from '../../schemas/vocabulary.ts';
import { inputOf, memoryState } from '../pipeline/accounts/harness.ts';
import { memoryTenantKeys } from '../support/memory-tenant-keys.ts';
import { nextTurn } from '../support/next-turn.ts';
import { openTablesFixture, type TablesFixture } from '../support/tables-fixture.ts';
import { asset, assetId, change, day, hour, now } from './records.ts';
import { createTestRegistry, type TestRegistry } from './registry-port.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed body; empty without one. */
  readonly body: Json;
}

/** A parsed body. */
export type Json = Readonly<Record<string, unknown>>;

/** A member of a parsed body, by its path. */
export const memberOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Json)[name] : undefined), value);

/** Remaining requests, from the `RateLimit` header of an answer. */
export const leftOf = ({ headers }: Reply): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

/** The `items` of a list. */
export const itemsOf = (reply: Reply): readonly Json[] => reply.body['items'] as readonly Json[];

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly key?: string;
  readonly body?: string | Buffer | object;
  /** Agent for connections; a new connection per request by default. */
  readonly agent?: Agent;
}

export interface TestKey {
  readonly text: string;
  readonly keyId: string;
  readonly tenantId: string;
}

export interface Harness {
  readonly fixture: TablesFixture;
  /** Port of the API, for tests that read an answer while it is sent. */
  readonly port: number;
  /** Stored logos by hash. */
  readonly logos: Map<string, Buffer>;
  readonly dependencies: ApiDependencies;
  readonly versions: VersionTracker;
  readonly keyIds: FollowedKeyIds;
  /** Lines logged so far. */
  readonly logged: readonly string[];
  /** Queries of the API so far. */
  readonly queries: readonly string[];
  /** Sends a request as written, without normalising the path. `key` is sent in the form of the path's interface. */
  readonly send: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  readonly get: (path: string, key: string) => Promise<Reply>;
  /** A new tenant, made 100 days ago, with a key. */
  readonly makeKey: (options?: {
    readonly name?: string;
    readonly scopes?: readonly Scope[];
    readonly limit?: number;
    readonly expiresAt?: number;
  }) => Promise<TestKey>;
  /** Sends a command as the operator or the intake would, at `at` (default: the clock's time). */
  readonly give: <T extends CommandType>(
    tenantId: string,
    type: T,
    body: CommandBodies[T],
    at?: number,
  ) => Promise<CommandOutcome>;
  /** Sequence of the last intake begun, by item. */
  readonly intakes: ReadonlyMap<string, number>;
  readonly declare: (...records: readonly AssetRecord[]) => Promise<void>;
  /** Declares parties and assets in the operator's registry, which no processor of the harness reads. */
  readonly register: TestRegistry['register'];
  readonly detect: (...changes: readonly Change[]) => Promise<void>;
  /** Adds verdicts on obligations. */
  readonly judge: (...verdicts: readonly Verdict[]) => Promise<void>;
  /** Watches an asset from `at` on and ends its intake. Returns the item id. */
  readonly watch: (key: TestKey, assetId: string, at?: number) => Promise<string>;
  /** Resolves when every command that was given has been decided and is in the tables. */
  readonly settled: () => Promise<void>;
  /** Number of open connections to the API. */
  readonly connections: () => number;
  /** Moves the API's clock forward. */
  readonly pass: (ms: number) => void;
  readonly close: () => Promise<void>;
}

/** Multiplies each change of an asset by fifty in the tables, with different ids; faster than inserting them. */
export const fiftyTimes = (id: string): string =>
  [
    'INSERT INTO attestry.store_feed_changes SELECT c.* REPLACE (concat(c.id, toString(number)) AS id,',
    'replaceOne(words, concat(\'"id":"\', c.id), concat(\'"id":"\', c.id, toString(number))) AS words)',
    'FROM attestry.store_feed_changes AS c CROSS JOIN numbers(49) AS n WHERE c.asset_id =',
    `'${id}'`,
  ].join(' ');

/** A route that admits any active key; `part` has the members that a test checks. */
export const testRoute = (part: Partial<KeyedRoute>): KeyedRoute => ({
  operationId: 'old',
  summary: 'Old',
  description: 'An old one.',
  examples: {},
  interface: 'A',
  method: 'GET',
  path: '/old',
  scopes: [],
  responses: {},
  errors: [],
  handle: () => ({ status: 200 }),
  ...part,
});

/** Two assets, and a key that watches the first, which has a change. */
export async function watchOne(api: Harness): Promise<TestKey> {
  await api.declare(asset(1), asset(2));
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.detect(change('first', 1));
  return key;
}

/** A command whose events are not in the tables yet. */
interface DecidedCommand {
  readonly command: AccountCommand;
  readonly events: readonly AccountEvent[];
  readonly outcome: CommandOutcome;
  readonly resolve: (outcome: CommandOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface OutcomeOfCommand {
  readonly outcome: CommandOutcome;
  /** Resolves when the events are in the tables. */
  readonly inserted: Promise<CommandOutcome>;
}

const actorOf = (type: CommandType): string => (type === 'intake.resolve' ? intakeActor : 'operator');

const unplaced = { partition: 0, offset: 0, timestamp: 0 };
const bothScopes: readonly Scope[] = ['monitoring:read', 'watchlist:write'];

/** Where endpoints of tests may be. */
export const endpointHost = '127.0.0.1:18999';
/** Where the pages' test of sent messages listens: tests in other processes run at the same time. */
export const listeningHost = '127.0.0.1:18998';
const toLoopback = { allow: [endpointHost, listeningHost], userAgent: 'test', limitMs: 60_000 };

/** Where webhooks may be sent, `host:port` each: to be passed to `openHarness`. */
export const webhookSenderTo = (...hosts: readonly string[]): ApiDependencies['webhookSender'] => ({
  post: createGuardedPost({ ...toLoopback, allow: hosts }),
  check: (url) => checkedUrl(url, new Set(hosts)).url,
});

/** Without a quota. */
export const testConfig: ApiConfig = {
  baseUrl: 'http://registry.test',
  explorerUrl: 'http://explorer.test',
  publicPageBase: 'http://pages.test',
  checkResponses: true,
  rateLimit: null,
};

/** One sanctions list and one register. */
export const testStandings: ApiDependencies['standings'] = {
  required: [{ feed: 'ofac-addresses', short: 'OFAC wallets', everyMs: hour }],
  isNarrowed: false,
  registers: [{ feed: 'esma-emtwp', short: 'ESMA', everyMs: hour }],
  publicSanctions: true,
};

/** A process that fetches its sources elsewhere. */
export const testCoverageSources: ApiDependencies['coverageSources'] = {
  chains: new Set(['ethereum', 'base', 'solana']),
  lists: testStandings.required,
  registers: testStandings.registers.map((feed) => ({ ...feed, reachedBy: ['lei', 'token'] })),
  running: () => null,
};

export async function openHarness(
  overrides: Partial<ApiDependencies> = {},
  makePages: MakePages | null = null,
): Promise<Harness> {
  const fixture = await openTablesFixture();
  const state = memoryState();
  const intakes = new Map<string, number>();
  const logged: string[] = [];
  let clockMs = now;
  let offset = 0;
  const clock = (): number => clockMs;
  const logger = createLogger({ level: 'debug', destination: { write: (line) => void logged.push(line) } });
  const queries: string[] = [];
  const tables: TableReader = {
    query: (sql, parameters) => {
      queries.push(sql);
      return fixture.reader.query(sql, parameters);
    },
  };
  const versions = createVersionTracker({
    tables: fixture.reader,
    logger,
    clock,
    hasAllWrites: true,
    pollMs: 60_000,
  });
  const recent = createRecent(fixture.reader);
  fixture.onInserted((table, columns, body) => {
    if (table === 'attestry.store_feed_changes') recent.changes.inserted(insertedRows<InsertedChange>(columns, body));
    if (table === 'attestry.store_changes') recent.changes.shown(insertedRows<ShownRow>(columns, body));
    if (table === 'attestry.store_verdicts_history') {
      recent.notices.inserted(insertedRows<InsertedVerdict>(columns, body));
    }
    if (table === 'attestry.store_verdicts') recent.notices.shown(insertedRows<RowPlace>(columns, body));
    if (table.startsWith('attestry.store_registry_')) versions.declarationsInserted();
  });
  const registry = createRegistryCache({
    tables: fixture.reader,
    logger,
    clock,
    pushed: true,
    pollMs: 60_000,
    served: versions.recordsServed,
  });
  const keyIds = createKeyIds({ tables: fixture.reader, logger, pollMs: 60_000 });
  const outcomes = createOutcomes({
    tables: fixture.reader,
    clock,
    pushed: true,
    onFound: versions.tenantsChanged,
  });

  const fold = (command: AccountCommand): readonly AccountEvent[] => {
    const result = applyCommand(state, inputOf('accounts.commands', command, { offset, timestamp: clock() }));
    offset += 1;
    if (result.kind === 'park') throw new Error(result.reason);
    return result.outputs.map((output) => output.value as AccountEvent);
  };
  /** Projects what was folded; commands that arrive meanwhile form the next batch, as in a processor and its sink. */
  const waiting: DecidedCommand[] = [];
  let working = false;
  let settled = Promise.resolve();
  const project = async (batch: readonly DecidedCommand[]): Promise<void> => {
    const events = batch.flatMap((one) => one.events);
    await fixture.project('accounts.events', events, { timestamp: clock() });
    for (const { type, item, seq } of events) {
      if (type === 'intake.started' && item !== null) intakes.set(item.itemId, seq);
    }
    // As the service does: only inserted outcomes report changed tenants.
    const reported = events.filter((event) => commandOutcomeRow.rowsOf(event, unplaced).length > 0);
    versions.tenantsChanged(reported.map(({ tenantId }) => tenantId));
    for (const { command, outcome, resolve } of batch) {
      outcomes.inserted([outcomeRowOf(command, outcome)]);
      resolve(outcome);
    }
  };
  const work = async (): Promise<void> => {
    working = true;
    // Commands of the same turn are one batch from the first on.
    await nextTurn();
    for (let batch = waiting.splice(0); batch.length > 0; batch = waiting.splice(0)) {
      await project(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    working = false;
  };
  const decide = (command: AccountCommand): OutcomeOfCommand => {
    const events = fold(command);
    const outcome = events.at(-1)?.outcome;
    if (outcome === null || outcome === undefined) throw new Error('the command has no outcome');
    const inserted = new Promise<CommandOutcome>((resolve, reject) => {
      waiting.push({ command, events, outcome, resolve, reject });
      if (working) return;
      settled = work();
      settled.catch(reject);
    });
    return { outcome, inserted };
  };
  const apply = async (command: AccountCommand): Promise<CommandOutcome> => decide(command).inserted;

  const declared = createTestRegistry(fixture, clock);
  const logos = new Map<string, Buffer>();
  const dependencies: ApiDependencies = {
    tables,
    commands: {
      // A durable command has no outcome yet: the answer comes from the tables.
      send: async (given) => {
        for (const command of given) {
          apply(command).catch((error: unknown) => logger.error({ err: error }, 'the fold failed'));
        }
      },
    },
    outcomes,
    keyIds,
    registry,
    declarations: declared.port,
    versions,
    recent,
    clock,
    ids: randomUUID,
    requestIds: () => `req_${randomUUID()}`,
    logger,
    config: testConfig,
    loopDelayMs: () => 0,
    webhookSender: webhookSenderTo(...toLoopback.allow),
    logos: { read: async (sha256) => logos.get(sha256) ?? null },
    standings: testStandings,
    coverageSources: testCoverageSources,
    texts: createTenantTexts(memoryTenantKeys(), clock, (tenantId) => hasSealedTexts(fixture.reader, tenantId)),
    urlSigner: createUrlSigner([{ id: 'k1', secret: Buffer.alloc(32, 1) }]),
    answered: () => undefined,
    stopping: new AbortController().signal,
    health: {
      ready: () => ({ ok: true, failing: [] }),
      version: () => ({ name: 'attestry', version: '0.0.0', commit: null }),
      status: async () => ({
        indicator: 'none',
        feeds: [],
        chains: [],
        documents: null,
        ticks: null,
        coverage: null,
        standing: [],
        processors: [],
      }),
    },
    ...overrides,
  };
  await registry.start();
  await versions.start();
  await keyIds.start();
  const server = createServer(createApi(dependencies, makePages));
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => (connections -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const decideNow = <T extends CommandType>(
    tenantId: string,
    type: T,
    body: CommandBodies[T],
    at: number,
  ): OutcomeOfCommand =>
    decide(makeCommand({ commandId: randomUUID(), tenantId, type, body, at, actor: actorOf(type) }));
  const give: Harness['give'] = async (tenantId, type, body, at = clockMs) =>
    decideNow(tenantId, type, body, at).inserted;

  return {
    fixture,
    port,
    logos,
    dependencies,
    versions,
    keyIds,
    logged,
    queries,
    intakes,
    send: (method, path, options = {}) => sendRequest(port, method, path, options),
    get: (path, key) => sendRequest(port, 'GET', path, { key }),
    give,
    makeKey: async ({ name = 'test', scopes = bothScopes, limit, expiresAt } = {}) => {
      const { text, keyId, secretSha256, last4 } = makeApiKey((count) => Buffer.from(randomBytesOf(count)));
      const tenantId = randomUUID();
      const key: CommandBodies['tenant.create'] = { keyId, name, secretSha256, last4, scopes };
      const body = { ...key, ...optional({ limit, expiresAt }) };
      await give(tenantId, 'tenant.create', body, now - 100 * day);
      keyIds.add(keyId);
      return { text, keyId, tenantId };
    },
    declare: async (...records) => {
      await fixture.project('asset.records', records);
      await registry.refresh();
    },
    register: declared.register,
    judge: async (...verdicts) => {
      await fixture.project('verdicts', verdicts, { timestamp: ({ since }) => since });
      await versions.refresh();
    },
    detect: async (...changes) => {
      await fixture.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });
      await versions.refresh();
    },
    watch: async ({ tenantId }, assetId, at = now - 50 * day) => {
      const added = decideNow(tenantId, 'watch.add', { assetId, by: 'operator' }, at);
      const { item } = added.outcome;
      if (item === null) throw new Error('the watch was not added');
      const intakeSeq = item.currentAddSeq + 1;
      const body = { itemId: item.itemId, intakeSeq, outcome: 'ready', registryPosition: 0 } as const;
      // Both events are in one batch, which halves the inserts.
      await Promise.all([added.inserted, give(tenantId, 'intake.resolve', body, at)]);
      return item.itemId;
    },
    settled: () => settled,
    connections: () => connections,
    pass: (ms) => {
      clockMs += ms;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await versions.stop();
      await keyIds.stop();
      await registry.stop();
      await fixture.close();
    },
  };
}

export function sendRequest(port: number, method: string, path: string, options: RequestOptions): Promise<Reply> {
  const { key, body, agent } = options;
  const authorization =
    key === undefined ? {} : { authorization: interfaceOfTarget(path) === 'B' ? `Bearer ${key}` : key };
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const payload = isJson ? JSON.stringify(body) : body;
  const framing =
    payload === undefined ? {} : { 'content-type': 'application/json', ...lengthOf(payload, options.headers) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...authorization, ...framing, ...options.headers },
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parse(text) });
        });
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

/** A body is sent with its length, unless it is sent in chunks. */
const lengthOf = (payload: string | Buffer, headers: RequestOptions['headers']): Readonly<Record<string, string>> =>
  headers?.['transfer-encoding'] === undefined ? { 'content-length': String(Buffer.byteLength(payload)) } : {};

const parse = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
};

const randomBytesOf = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const optional = (members: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const outcomeRowOf = ({ commandId, tenantId }: AccountCommand, { item, ...outcome }: CommandOutcome): OutcomeRow => ({
  command_id: commandId,
  tenant_id: tenantId,
  ...outcome,
  item: item === null ? null : JSON.stringify(item),
});
