import type { FetchRequest, FetchResult, GuardedFetch } from '../../../infra/fetch/fetch-types.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { simulation } from '../kernel/simulation.ts';

/** Classes of faults of a server and the way to it, as `GuardedFetch` returns them. */
export const fetchFaults = {
  'fetch-hangs': { share: 0.3, probability: 0.15 },
  'fetch-fails': { share: 0.3, probability: 0.2 },
  'fetch-is-slow': { share: 0.3, probability: 0.2 },
  'validators-are-lost': { share: 0.2, probability: 0.5 },
} as const;

/** As the limits of a fetch end it, milliseconds. */
const totalTimeoutMs = 60_000;

/** A file whose content changes at times. */
export class PublisherServer {
  #current: Buffer;

  constructor(first: Buffer) {
    this.#current = first;
  }

  /** The file as it is published now. */
  get current(): Buffer {
    return this.#current;
  }

  publish(bytes: Buffer): void {
    this.#current = bytes;
  }

  readonly fetch: GuardedFetch = async (request) => {
    const active = simulation();
    const { random, faults } = active;
    const wayMs = random.delay(faults.strikes('fetch-is-slow') ? 3_000 : 20);
    await active.pause(Math.min(totalTimeoutMs, wayMs), 'a request is on its way');
    if (faults.strikes('fetch-fails')) {
      const outcome = random.pick(['net_error', 'anti_bot', 'http_error', 'suspect_truncation'] as const);
      return { kind: 'failed', outcome, message: `the simulated server did not answer (${outcome})` };
    }
    if (faults.strikes('fetch-hangs')) return hang(request);
    return this.#answer(request);
  };

  async #answer({ url, etag }: FetchRequest): Promise<FetchResult> {
    const { random, faults } = simulation();
    const bytes = this.#current;
    const tag = `"${sha256Hex(bytes).slice(0, 16)}"`;
    await simulation().pause(random.delay(20), 'an answer is on its way');
    const hasTag = !faults.strikes('validators-are-lost');
    if (hasTag && etag === tag) return { kind: 'not_modified' };
    return {
      kind: 'ok',
      outcome: 'ok',
      bytes: Buffer.from(bytes),
      url,
      contentType: 'text/csv',
      etag: hasTag ? tag : null,
      lastModified: null,
    };
  }
}

/** Nothing comes until the limit of the fetch, or its abort. */
function hang({ signal }: FetchRequest): Promise<FetchResult> {
  const active = simulation();
  const failed: FetchResult = { kind: 'failed', outcome: 'net_error', message: 'the simulated server sent nothing' };
  return new Promise((resolve) => {
    active.after(totalTimeoutMs, active.current, 'the limit of a fetch', () => resolve(failed));
    signal?.addEventListener('abort', () => resolve(failed));
  });
}
