/** Requests at a rate, whatever becomes of the earlier ones, as clients do that know nothing of each other. */
import { type Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface LoadOptions {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked in turn. */
  readonly paths: readonly string[];
  readonly perSecond: number;
  readonly agent: Agent;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export interface LoadFigures {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Failures without an answer, by code: `reused` where the connection had carried a request before. */
  readonly failures: Readonly<Record<string, number>>;
  /** 429 and 503 that do not say when to come again. */
  readonly withoutRetryAfter: number;
  /** Most that were under way at a time of those that were let in: answered, and not with 429 or 503. */
  readonly mostLetIn: number;
  /** Of answers 200, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

export async function runLoad(options: LoadOptions): Promise<LoadFigures> {
  const statuses: Record<string, number> = {};
  const failures: Record<string, number> = {};
  const latencies: number[] = [];
  const letIn: Span[] = [];
  const pending = new Set<Promise<void>>();
  let withoutRetryAfter = 0;
  let requests = 0;
  const count = (all: Record<string, number>, name: string): void => {
    all[name] = (all[name] ?? 0) + 1;
  };
  const one = async (path: string): Promise<void> => {
    const asked = performance.now();
    const { status, retryAfter, failure } = await ask(options, path);
    if (failure !== null) {
      count(failures, failure);
      return;
    }
    count(statuses, String(status));
    const answered = performance.now();
    if (status === 200) latencies.push(answered - asked);
    const isRefusal = status === 429 || status === 503;
    if (!isRefusal) letIn.push({ from: asked, to: answered });
    if (isRefusal && !/^\d+$/.test(retryAfter)) withoutRetryAfter += 1;
  };
  const started = performance.now();
  while (!options.signal.aborted) {
    const due = ((performance.now() - started) / 1_000) * options.perSecond;
    for (; requests < due; requests += 1) {
      const asking = one(options.paths[requests % options.paths.length] ?? '/');
      pending.add(asking);
      asking.then(
        () => pending.delete(asking),
        () => pending.delete(asking),
      );
    }
    await wait(5);
  }
  await Promise.all(pending);
  return { requests, statuses, failures, withoutRetryAfter, mostLetIn: mostAtOnce(letIn), ...distribution(latencies) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** How many of the spans overlap at most. */
export function mostAtOnce(spans: readonly Span[]): number {
  const steps = spans.flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  let now = 0;
  let most = 0;
  for (const { by } of steps.sort((one, other) => one.at - other.at || one.by - other.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

interface Asked {
  readonly status: number;
  readonly retryAfter: string;
  readonly failure: string | null;
}

function ask({ baseUrl, headers, agent }: LoadOptions, path: string): Promise<Asked> {
  return new Promise((resolve) => {
    const call = request(`${baseUrl}${path}`, { headers, agent }, (response: IncomingMessage) => {
      response.on('error', failed);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? '',
          failure: null,
        }),
      );
      response.resume();
    });
    const failed = (error: NodeJS.ErrnoException): void => {
      const reused = call.reusedSocket ? ' reused' : '';
      resolve({ status: 0, retryAfter: '', failure: `${error.code ?? error.message}${reused}` });
    };
    call.on('error', failed);
    call.end();
  });
}

export function distribution(values: readonly number[]): {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
} {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? sorted.at(-1) ?? 0);
  return { p50: at(0.5), p99: at(0.99), longest: Math.round(sorted.at(-1) ?? 0) };
}

/** The figures of a load that runs while something else is done. */
export async function during<T>(
  options: Omit<LoadOptions, 'signal'>,
  work: () => Promise<T>,
): Promise<{ readonly figures: LoadFigures; readonly result: T }> {
  const stop = new AbortController();
  const load = runLoad({ ...options, signal: stop.signal });
  try {
    const result = await work();
    stop.abort();
    return { figures: await load, result };
  } finally {
    stop.abort();
    await load;
  }
}
