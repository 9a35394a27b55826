/** The text of a reading as passages: blocks of a page, paragraphs and cells of a PDF. */
import type { PageLine, Reading, ReadingPage } from '../../../../schemas/values/reading.ts';
import { inTables } from './covered-marks.ts';
import { blockPlace, boxAround, type Passage, pdfPlace } from './places.ts';
import type { Profile } from '../profiles/schema.ts';
import { selectedBlocks } from './selected-blocks.ts';
import { createSteps, type Steps } from './steps.ts';

export interface DocumentPassage extends Passage {
  /** Whether the passage ends where its text ends: a block or a cell does, a paragraph of a page may go on. */
  readonly isClosed: boolean;
  readonly heading: number | null;
  /** From 1; null outside of a PDF. */
  readonly page: number | null;
}

/** All passages in the order of the document, of the parts that the profile selects. */
export const passagesOf = (
  reading: Pick<Reading, 'pages' | 'blocks'>,
  profile: Pick<Profile, 'remove' | 'select'>,
  steps: Steps = createSteps(),
): readonly DocumentPassage[] => [
  ...reading.pages.flatMap((page, index) => pagePassages(page, index + 1, steps)),
  ...selectedBlocks(reading, profile).map(({ path, text, heading }) => ({
    text,
    place: blockPlace(path, 0, text.length),
    isClosed: true,
    heading,
    page: null,
  })),
];

function pagePassages(page: ReadingPage, number: number, steps: Steps): readonly DocumentPassage[] {
  const cells = page.tables.flat(2);
  const isInTable = inTables(page.lines, cells, steps);
  return [
    ...cells
      .filter(([, , , , text]) => text !== '')
      .map(([x0, y0, x1, y1, text]) => passage(number, text, pdfPlace(number, [x0, y0, x1, y1]), true)),
    ...paragraphsOf(
      page.lines.filter((line) => !isInTable(line, 'every')),
      steps,
    ).map((lines) =>
      passage(
        number,
        lines.map(({ text }) => text).join(' '),
        pdfPlace(number, boxAround(lines.map(({ box }) => box))),
        false,
      ),
    ),
  ];
}

const passage = (page: number, text: string, place: string, isClosed: boolean): DocumentPassage => ({
  text,
  place,
  isClosed,
  heading: null,
  page,
});

/** A part of a line in one column. */
interface LinePart {
  readonly text: string;
  readonly box: readonly [number, number, number, number];
}

interface Paragraph {
  readonly x0: number;
  readonly h: number;
  y: number;
  readonly parts: LinePart[];
}

/** Lines of one paragraph are not farther apart than this, in heights. */
const mostLeading = 1.75;
/** Paragraphs beside one another: no page has so many columns. */
const mostOpen = 500;
/** The first line of a paragraph may be indented, or stand out, by this many points. */
const mostIndent = 40;

/** Lines of one column and size, close below one another, are a paragraph. */
function paragraphsOf(lines: readonly PageLine[], steps: Steps): readonly (readonly LinePart[])[] {
  const done: Paragraph[] = [];
  let open: Paragraph[] = [];
  for (const { y, h, cells } of lines) {
    steps.comparisons(open.length);
    open = open.filter((paragraph) => y - paragraph.y <= mostLeading * Math.max(h, paragraph.h));
    for (const [x0, x1, text] of cells) {
      steps.comparisons(open.length);
      const part: LinePart = { text, box: [x0, y - h, x1, y + h / 4] };
      const above = open.find(
        (paragraph) =>
          Math.abs(paragraph.x0 - x0) <= (paragraph.parts.length === 1 ? mostIndent : 3) &&
          isSize(paragraph.h, h) &&
          paragraph.y < y,
      );
      if (above === undefined) {
        const paragraph = { x0, h, y, parts: [part] };
        open.push(paragraph);
        if (open.length > mostOpen) open.shift();
        done.push(paragraph);
      } else {
        above.parts.push(part);
        above.y = y;
      }
    }
  }
  return done.map(({ parts }) => parts);
}

const isSize = (one: number, other: number): boolean => Math.abs(one - other) <= 0.1 * Math.max(one, other);
