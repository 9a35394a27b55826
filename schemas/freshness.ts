/**
 * From when on data is old, in one place: standings, pages and counts of what is covered call it. What is old proves nothing.
 * Times and spans in milliseconds.
 */
import { dayMs, hourMs } from './values/durations.ts';
import type { Term } from './vocabulary.ts';

/** Fetches in a row that brought nothing before data counts as old. */
const missedFetches = 3;
const leastMs = 2 * dayMs;

/** A chain repeats an equal statement of a token within 7 days; two more are for a round that fails. */
const chainMs = 9 * dayMs;

/** The longest time that an obligation allows for a monthly report (NYD-02). */
const reportGraceMs = 35 * dayMs;

/** Time between two fetches of a declared document, by its kind. Reports come some four weeks after their date. */
export const documentEveryMs: Readonly<Record<Term<'sourceKind'>, number>> = {
  report: 6 * hourMs,
  terms: 12 * hourMs,
  whitepaper: 24 * hourMs,
  page: 24 * hourMs,
};

const fetchedLimit = (everyMs: number): number => Math.max(leastMs, missedFetches * everyMs);

/** How long each kind of data is young. Its date is in the comment; any later one that failed changes nothing, so it ages. */
export const youngFor = {
  /** A list or register. Its date: the newest file that was accepted or unchanged. */
  feed: ({ everyMs }: { readonly everyMs: number }): number => fetchedLimit(everyMs),
  /** A token on its chain. Its date: the newest reading that states facts of the token. */
  chain: (): number => chainMs,
  /** A declared document. Its date: the last fetch that gave its text, changed or not. */
  document: (kind: Term<'sourceKind'>): number => fetchedLimit(documentEveryMs[kind]),
  /** A reserve report. Its date: the end of the period that it states. */
  reserveReport: (periodMs: number): number => periodMs + reportGraceMs,
} as const;

/** The last moment at which data of a date is young. */
export const limitAt = (asOf: number, youngForMs: number): number => asOf + youngForMs;

/** Whether a failed fetch is the newest that is known of a source: a file of a later time, also one given by hand, mends it. */
export const stillFails = (failedAt: number | null, readAt: number | null): boolean =>
  failedAt !== null && (readAt === null || readAt < failedAt);

/** Whether data of a date is old. */
export const isOld = (asOf: number, youngForMs: number, now: number): boolean => now > limitAt(asOf, youngForMs);
