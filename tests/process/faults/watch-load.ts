import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { pause, elapsedMs, abortAfter } from '../../support/real-time.ts';

export interface WatchLoadOptions {
  readonly httpUrl: () => string;
  readonly key: string;
  /** Assets to add to the watchlist, one after the other. */
  readonly assets: readonly string[];
  readonly perSecond: number;
  /** File to which each acknowledgement is appended as it arrives. */
  readonly file: string;
}

export interface WatchFigures {
  /** Responses by status; `none` if there was none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Longest response time, in ms. */
  readonly slowest: number;
}

export interface WatchLoad {
  /** Resolves when all additions were sent and answered. */
  readonly done: () => Promise<WatchFigures>;
  /** Stops sending and waits for pending responses. */
  readonly stop: () => Promise<WatchFigures>;
}

/** Client timeout; longer than the API may take. */
const limitMs = 30_000;

/** A key holder who continuously adds assets to the watchlist and records the acknowledgements. */
export function startWatching({ httpUrl, key, assets, perSecond, file }: WatchLoadOptions): WatchLoad {
  writeFileSync(file, '');
  const statuses: Record<string, number> = {};
  let slowest = 0;
  let isOver = false;
  const add = async (assetId: string): Promise<void> => {
    const begun = elapsedMs();
    const answer = await post(`${httpUrl()}/me/watchlist`, key, { assetId });
    slowest = Math.max(slowest, elapsedMs() - begun);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.id !== null) appendFileSync(file, `${JSON.stringify({ assetId, id: answer.id })}\n`);
  };
  const run = async (): Promise<void> => {
    const pending: Promise<void>[] = [];
    for (const assetId of assets) {
      if (isOver) break;
      pending.push(add(assetId));
      await pause(1_000 / perSecond);
    }
    await Promise.all(pending);
  };
  const running = run();
  const done = async (): Promise<WatchFigures> => {
    await running;
    return { statuses, slowest: Math.round(slowest) };
  };
  return {
    done,
    stop: () => {
      isOver = true;
      return done();
    },
  };
}

async function post(
  url: string,
  key: string,
  body: object,
): Promise<{ readonly status: string; readonly id: string | null }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: abortAfter(limitMs),
    });
    const answer = (await response.json()) as { readonly id?: string };
    return { status: String(response.status), id: response.ok ? (answer.id ?? '') : null };
  } catch {
    return { status: 'none', id: null };
  }
}

export const watchesIn = (file: string): readonly { readonly assetId: string; readonly id: string }[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly assetId: string; readonly id: string });
