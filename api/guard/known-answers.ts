import type { FreshnessVersions } from '../freshness.ts';
import { createLru } from '../lru.ts';
import type { RestsOn } from '../route.ts';
import type { WatchedAssets } from '../watched-assets.ts';

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

export interface KnownAnswersOptions {
  readonly freshness: FreshnessVersions;
  readonly watchedAssets: WatchedAssets;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Kept extends KnownAnswer {
  readonly position: number;
  readonly askedAt: number;
  readonly validUntil: number;
  readonly assetIds: readonly string[];
}

/** A few hundred bytes each. */
const mostKept = 20_000;

export function createKnownAnswers({ freshness, watchedAssets, clock }: KnownAnswersOptions): KnownAnswers {
  const kept = createLru<string, Kept>(mostKept);
  const holds = (answer: Kept, tenantId: string): boolean =>
    // Before it was asked is a clock that has gone back: windows begin earlier then.
    clock() >= answer.askedAt &&
    clock() <= answer.validUntil &&
    freshness.tenantVersion(tenantId) <= answer.position &&
    answer.assetIds.every((assetId) => freshness.assetVersion(assetId) <= answer.position);
  /** Another process's write is known here a moment later; who must see it at once asks the tables. */
  const believable = ({ restsOn }: Question): boolean =>
    freshness.current() && (restsOn === 'watches' || freshness.complete);

  return {
    find: (question) => {
      if (!believable(question)) return null;
      const answer = kept.get(keyOf(question));
      return answer !== undefined && holds(answer, question.tenantId) ? answer : null;
    },
    watch: (question) => {
      const position = freshness.position();
      const askedAt = clock();
      // An answer is not kept when this fails; that the tables cannot be asked is for the answer itself to say.
      const asked = watchedAssets.of(question.tenantId).catch(() => null);
      return async ({ tag, headers }, validUntil) => {
        const assetIds = await asked;
        if (assetIds !== null) kept.set(keyOf(question), { tag, headers, position, askedAt, validUntil, assetIds });
      };
    },
  };
}

const keyOf = ({ tenantId, url }: Question): string => `${tenantId} ${url}`;
