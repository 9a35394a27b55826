/** Lines of pages that are text: without heads, feet, page numbers, notes and contents. */
import type { PageLine, ReadingPage } from '../../../../schemas/values/reading.ts';
import { regionsOf } from '../blocks/text-columns.ts';
import { areNumbered } from './numbered-columns.ts';
import { isContentsEntry, numberedText, numberOf } from './numbers.ts';

export interface BodyLine extends PageLine {
  readonly page: number;
  /** Counts columns of text, and what is above and below them, through the document. */
  readonly region: number;
  readonly isHeading: boolean;
  /** Whether it is set apart from the line before it. */
  readonly isApart: boolean;
}

/** Lines that more than this share of the pages repeat are no text: heads and feet. */
const repeatedShare = 0.3;
/** Footnotes are smaller than this share of the text, headings larger. */
const noteSize = 0.86;
const headingSize = 1.2;
/** Numbers of pages stand within this share of the height of a page from its edge. */
const pageEdge = 0.12;
/** A gap is wider than this share of the usual distance of lines. */
const gap = 1.25;

/** The lines of all pages without heads, feet, page numbers, footnotes and contents; columns of text one after another. */
export function bodyOf(pages: readonly ReadingPage[]): readonly BodyLine[] {
  const usual = middleOf(pages.flatMap(({ lines }) => lines.map(({ h }) => h)));
  const leading = middleOf(
    pages
      .flatMap(({ lines }) => lines.slice(1).map(({ y }, index) => y - (lines[index]?.y ?? y)))
      .filter((by) => by > 1),
  );
  const lines = pages.flatMap((page, index) =>
    page.lines.map((line) => ({
      ...line,
      page: index + 1,
      isAtEdge: line.y < pageEdge * page.h || line.y > (1 - pageEdge) * page.h,
    })),
  );
  const count = new Map<string, number>();
  for (const line of lines) count.set(repeated(line), (count.get(repeated(line)) ?? 0) + 1);
  const most = Math.max(2, repeatedShare * pages.length);
  const text = lines.filter((line) => {
    const isNumber = line.isAtEdge && line.cells.every(([, , own]) => /^\d{1,4}$/.test(own));
    return line.h >= noteSize * usual && !isNumber && (count.get(repeated(line)) ?? 0) <= most;
  });
  const contents = contentsOf(text);
  const own = text.filter((line) => !contents.has(line));
  return inRegions(own, pages).map((line, index, all) => {
    const before = all[index - 1];
    const isNext = before?.region === line.region;
    const isApart = isNext && (line.y - before.y > gap * leading || Math.abs(line.h - before.h) > 0.1 * line.h);
    return { ...line, isHeading: line.h > headingSize * usual, isApart };
  });
}

/** Pages whose tables the file tags have no columns of text. */
function inRegions<Line extends TextLine>(
  lines: readonly Line[],
  pages: readonly ReadingPage[],
): readonly (Line & { readonly region: number })[] {
  const byPage = pages.map((): Line[] => []);
  for (const line of lines) byPage[line.page - 1]?.push(line);
  const regions = byPage.flatMap((own, index) =>
    (pages[index]?.tables.length ?? 0) > 0 ? [own] : regionsOf(own, areNumbered),
  );
  return regions.flatMap((own, region) => own.map((line) => ({ ...line, region })));
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A line with the number of its page, from 1. */
export type TextLine = PageLine & { readonly page: number };

/** Heads and feet have the same height on the page and the same text, numbers aside. */
const repeated = ({ y, cells }: TextLine): string =>
  `${Math.round(y / 3)} ${cells
    .map(([, , text]) => text)
    .join(' ')
    .replaceAll(/\d+/g, '#')}`;

/** Pages that begin in one list of contents in a row at least. */
const fewestEntries = 4;

/**
 * A line whose last word is the number of a page is a place to search, never a value: behind leaders, or at the right edge of
 * a run of numbered lines whose pages ascend.
 */
function contentsOf(lines: readonly TextLine[]): ReadonlySet<TextLine> {
  const dropped = new Set<TextLine>();
  let run: TextLine[] = [];
  const close = (): void => {
    if (run.length >= fewestEntries) for (const line of run) dropped.add(line);
    run = [];
  };
  for (const line of lines) {
    const text = line.cells.at(-1)?.[2] ?? '';
    if (isContentsEntry(text)) dropped.add(line);
    if (numberOf(line.cells[0]?.[2] ?? '') === null && numberedText(line.cells[0]?.[2] ?? '') === null) continue;
    const page = pageOf(line);
    const last = run.at(-1);
    if (page === null) close();
    else {
      if (last !== undefined && ((pageOf(last) ?? 0) > page || Math.abs(rightOf(last) - rightOf(line)) > 2)) close();
      run.push(line);
    }
  }
  close();
  // The end of an entry that wraps: its page stands alone.
  const ends = lines.filter((line, index) => {
    const isBetween = [lines[index - 1], lines[index + 1]].some((one) => one !== undefined && dropped.has(one));
    return isBetween && line.cells.every(([, , own]) => /^\d{1,3}$/.test(own));
  });
  return new Set([...dropped, ...ends]);
}

/** The entries of contents on all pages. */
export function contentsIn(pages: readonly ReadingPage[]): readonly TextLine[] {
  const lines = pages.flatMap((page, index) => page.lines.map((line) => ({ ...line, page: index + 1 })));
  const contents = contentsOf(lines);
  return lines.filter((line) => contents.has(line));
}

const pageOf = ({ cells }: TextLine): number | null => {
  const text = cells.length > 1 ? (cells.at(-1)?.[2] ?? '') : '';
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
};
const rightOf = ({ cells }: TextLine): number => cells.at(-1)?.[1] ?? 0;
