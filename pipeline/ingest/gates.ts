import type { FeedManifest } from './feed.ts';

/** Row counts that compare a new snapshot with the last accepted one. */
export interface GateMeasure {
  /** Rows of the last accepted snapshot; null when there is none. */
  readonly before: number | null;
  readonly after: number;
  /** Rows of the last accepted snapshot that are not recognised in this one. */
  readonly vanished: number;
  /** Whether the file was fetched, and not given by hand. */
  readonly isFetched?: boolean;
  /** Rows that the reduction covers, where that is not all of the last accepted snapshot. */
  readonly vanishedOf?: number;
}

/** Below this number of covered rows, vanished rows do not show that the file is broken. */
const fewRows = 20;

/**
 * The safety gates that a snapshot fails, one sentence each. They stop a broken file from reading as "everything was
 * removed".
 */
export function failedGates(
  manifest: FeedManifest,
  { before, after, vanished, vanishedOf, isFetched = false }: GateMeasure,
): readonly string[] {
  const failures: string[] = [];
  const least = isFetched ? Math.max(manifest.minimumRows, manifest.wholeRows ?? 0) : manifest.minimumRows;
  if (after < least) failures.push(`It has ${count(after, 'row')}; fewer than ${least} is taken for a broken file.`);
  if (before === null || before === 0) return failures;
  if (before - after > before * manifest.maximumDrop) {
    failures.push(
      `Its rows fell from ${before} to ${after} (${percent(before - after, before)}); ` +
        `at most ${percent(manifest.maximumDrop, 1)} is accepted.`,
    );
  }
  const sought = vanishedOf ?? before;
  if (vanished > sought * manifest.maximumVanish && (vanishedOf === undefined || sought >= fewRows)) {
    failures.push(
      `${vanished} of the ${count(sought, 'row')} of the last accepted file are gone (${percent(vanished, sought)}); ` +
        `at most ${percent(manifest.maximumVanish, 1)} is accepted.`,
    );
  }
  return failures;
}

/** An alarm for a first file that is a part of its list: an answer that something is not listed would be worth nothing. */
export function partOfList(manifest: FeedManifest, { before, after }: GateMeasure): readonly string[] {
  const { wholeRows = 0 } = manifest;
  if (before !== null || after >= wholeRows) return [];
  return [
    `It has ${count(after, 'row')} and the whole list at least ${wholeRows}: what this file lacks may be listed all the same.`,
  ];
}

/** Refuses content older than the last accepted file. Passes when either side states no date. */
export function olderContent(now: string | null, before: string | null): readonly string[] {
  if (now === null || before === null || !(Date.parse(now) < Date.parse(before))) return [];
  return [`Its content is of ${now}, older than that of the last accepted file, ${before}.`];
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
const percent = (part: number, whole: number): string => `${Number(((part * 100) / whole).toFixed(1))} %`;
