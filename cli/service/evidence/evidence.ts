import { ApiError } from '../../../api/errors.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { Evidence, EvidenceWanted, ExplainedEvidence, TooMany } from '../../../explorer/evidence.ts';
import { pause } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { createEvidenceThreads, type EvidenceThreads, tooLong } from './evidence-threads.ts';
import type { EvidenceJob, EvidenceResult } from './messages.ts';
import { readStoredEvidence } from './stored-evidence.ts';
import { isPublicFile, readWithheld } from './withheld.ts';

/** Longest that a page waits for its evidence, milliseconds, with the wait for a free thread. */
const longestMs = 10_000;
/** Threads at a time: each folds on a core of its own. */
const mostThreads = 2;
/** Rows that are not inserted yet are read again so often, and so many milliseconds apart. */
const readsAgain = 20;
const betweenReadsMs = 100;
/** Explanations that are cached; one of a revision never changes. */
const mostExplained = 200;

export interface EvidenceOptions {
  readonly tables: Pick<TableReader, 'query'>;
  readonly clock: () => number;
  /** Whether bytes may be stored elsewhere. */
  readonly mayLackBytes: boolean;
  /** Computes; aborted when its time is over. A thread by default. */
  readonly compute?: EvidenceThreads['compute'];
  readonly longestMs?: number;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** The evidence port: two computations at a time, one for each key, ten seconds each. */
export function createEvidence(options: EvidenceOptions): Evidence & { readonly stop: () => Promise<void> } {
  const { tables, clock, mayLackBytes, sleep = pause } = options;
  const threads = createEvidenceThreads();
  const compute = options.compute ?? threads.compute;
  const explained = new Map<string, ExplainedEvidence>();
  const busy = new Set<string>();
  const slots = createSlots(mostThreads);
  const stopping = new AbortController();

  const run = async (wanted: EvidenceWanted, want: EvidenceJob['want']): Promise<EvidenceResult | TooMany> => {
    if (busy.has(wanted.keyId)) throw oneAtATime();
    busy.add(wanted.keyId);
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(options.longestMs ?? longestMs)]);
    try {
      return await slots.use(signal, async () => {
        const evidence = await untilAborted(readInserted(tables, wanted, sleep, signal), signal);
        if (evidence === null) throw new RetryableError('the tables have no revision of the change yet');
        if (typeof evidence === 'number') return { kind: 'too_many', observations: evidence };
        const { assetId, forPublic } = wanted;
        const withheld = forPublic === undefined ? null : await readWithheld(tables, assetId, forPublic.withSanctions);
        return await compute({ evidence, want, mayLackBytes, withheld }, signal);
      });
    } finally {
      busy.delete(wanted.keyId);
    }
  };

  return {
    explain: async (wanted) => {
      const key = `${wanted.id} ${wanted.revision}`;
      const known = explained.get(key);
      if (known !== undefined) return known;
      const result = await run(wanted, 'explanation');
      if (result.kind === 'too_many') return result;
      if (result.kind !== 'explained') throw new Error(`an explanation was ${result.kind}`);
      const answer = { ...result.explained, at: clock() };
      // A broken chain may be mended: bytes that are put back verify again.
      if (answer.ok) remember(explained, key, answer);
      return answer;
    },
    bundle: async (wanted) => {
      const result = await run(wanted, 'bundle');
      if (result.kind === 'explained') throw new Error('a bundle was an explanation');
      return result.kind === 'made' ? { kind: 'made', bytes: Buffer.from(result.text) } : result;
    },
    isPublic: (of) => isPublicFile(tables, of),
    ...(options.compute === undefined ? { prepare: threads.prepare } : {}),
    stop: async () => {
      stopping.abort();
      await threads.stop();
    },
  };
}

/** The sink gathers rows of evidence for up to a second, so a change may be shown before them. Null if they do not come. */
async function readInserted(
  tables: EvidenceOptions['tables'],
  wanted: EvidenceWanted,
  sleep: (ms: number) => Promise<void>,
  signal: AbortSignal,
): ReturnType<typeof readStoredEvidence> {
  for (let left = readsAgain; !signal.aborted; left -= 1) {
    const evidence = await readStoredEvidence(tables, wanted);
    if (evidence !== null || left === 0) return evidence;
    await sleep(betweenReadsMs);
  }
  return null;
}

function remember(explained: Map<string, ExplainedEvidence>, key: string, answer: ExplainedEvidence): void {
  explained.set(key, answer);
  const [oldest] = explained.keys();
  if (explained.size > mostExplained && oldest !== undefined) explained.delete(oldest);
}

const oneAtATime = (): ApiError =>
  new ApiError('rate_limited', 'Another evidence check is running for this reader. Try again in a moment', {
    headers: { 'Retry-After': '2' },
  });

/** Rejects with RetryableError when the signal is aborted first. The work itself goes on. */
const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const refuse = (): void => reject(tooLong());
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true });
    const settle =
      <V>(end: (value: V) => void) =>
      (value: V): void => {
        signal.removeEventListener('abort', refuse);
        end(value);
      };
    work.then(settle(resolve), settle(reject));
  });

/** Runs a limited number of calls at a time, in their order. */
function createSlots(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const enter = async (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    const turn = new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      await untilAborted(turn, signal);
    } catch (error) {
      // Its turn, when it comes, goes to the next.
      turn.then(leave, leave);
      throw error;
    }
  };
  return {
    use: async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
