import type { LeftOut } from '../../left-out.ts';
import { clipped } from './readings.ts';

interface PassageView {
  readonly label: string;
  readonly why: string;
  readonly quote: string;
  /** "page 2"; null of a document without pages. */
  readonly where: string | null;
}

/** What was left out of the newest reading. */
export interface LeftOutView {
  readonly passages: readonly PassageView[];
  /** Passages that are not shown. */
  readonly more: number;
  readonly incomplete: string | null;
}

/** Passages on one page: it shows what a document was not read for, never its text. */
const mostPassages = 30;

/** The page of a PDF that a place names; null of other places. */
export const pageOf = (place: string | null): string | null => {
  const page = /^pdf:(\d{1,6}):/.exec(place ?? '')?.[1];
  return page === undefined ? null : `page ${page}`;
};

/** Null where nothing was left out, or that is not known. */
export function leftOutView(leftOut: LeftOut | null, labelOf: (field: string) => string | null): LeftOutView | null {
  if (leftOut === null) return null;
  // Facts beside the fields of the catalogue have the passages of a field.
  const all = leftOut.passages.flatMap(({ field, why, quote, place }) => {
    const label = labelOf(field);
    return label === null
      ? []
      : [{ label, why: clipped(why) ?? '', quote: clipped(quote) ?? '', where: pageOf(place) }];
  });
  if (all.length === 0 && leftOut.incomplete === null) return null;
  const passages = all.slice(0, mostPassages);
  return { passages, more: all.length - passages.length, incomplete: leftOut.incomplete };
}
