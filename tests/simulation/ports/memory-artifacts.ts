import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { simulation } from '../kernel/simulation.ts';

/** Classes of faults of a store of artifacts. */
export const artifactFaults = {
  'artifact-not-stored': { share: 0.2, probability: 0.1 },
  'artifact-not-read': { share: 0.2, probability: 0.1 },
} as const;

/** Artifacts that survive a kill: bytes are durable once their `put` has resolved, and may be before. */
export class MemoryArtifacts {
  readonly #stored = new Map<string, Buffer>();

  has(sha256: string): boolean {
    return this.#stored.has(sha256);
  }

  bytes(sha256: string): Buffer {
    const stored = this.#stored.get(sha256);
    if (stored === undefined) throw new RetryableError(`artifact ${sha256} is missing`);
    return stored;
  }

  /** The store as the program uses it: the members that the publisher of a feed of small files needs. */
  get store(): ArtifactStore {
    const put: ArtifactStore['put'] = async (bytes) => {
      const sha256 = sha256Hex(bytes);
      await this.#work('an artifact is written', 'artifact-not-stored');
      this.#stored.set(sha256, Buffer.from(bytes));
      await this.#work('an artifact is stored');
      return { sha256, bytes: bytes.length };
    };
    const get: ArtifactStore['get'] = async (sha256) => {
      await this.#work('an artifact is read', 'artifact-not-read');
      return this.bytes(sha256);
    };
    const has: ArtifactStore['has'] = async (sha256) => {
      await this.#work('an artifact is looked up');
      return this.has(sha256);
    };
    return { put, get, has } as unknown as ArtifactStore;
  }

  async #work(what: string, failure?: string): Promise<void> {
    const { random, faults } = simulation();
    await simulation().pause(random.delay(2), what);
    if (failure !== undefined && faults.strikes(failure)) throw new RetryableError(`${what}: no answer`);
  }
}
