import type { RestsOn } from '../route.ts';
import { createTenantMemory, type TenantMemoryOptions } from '../tenant-memory.ts';

/** Who asks what. Keys of one tenant ask the same. */
export interface Question {
  readonly tenantId: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly restsOn: RestsOn;
}

export interface KnownAnswer {
  /** Entity tag of the body, without `W/`. */
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Entity tags of answers that still hold, so that an unchanged poll needs no query (architecture 7). */
export interface KnownAnswers {
  /** Null when the tables have to be asked. */
  readonly find: (question: Question) => KnownAnswer | null;
  /**
   * Called before the tables are asked; the result keeps the answer, for as long as nothing changes it and not beyond
   * `validUntil`, milliseconds.
   */
  readonly watch: (question: Question) => (answer: KnownAnswer, validUntil: number) => Promise<void>;
}

/** A few hundred bytes each. */
const mostKept = 20_000;

export function createKnownAnswers(options: Omit<TenantMemoryOptions, 'most'>): KnownAnswers {
  const memory = createTenantMemory<KnownAnswer>({ ...options, most: mostKept });
  return {
    find: ({ tenantId, url, restsOn }) => memory.find({ tenantId, asked: url, restsOn }),
    watch: ({ tenantId, url, restsOn }) => memory.watch({ tenantId, asked: url, restsOn }),
  };
}
