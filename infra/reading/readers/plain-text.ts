import { emptyReading, type Reading, type ReadingBlock } from '../../../schemas/values/reading.ts';
import { createTextBudget, type Notes } from './notes.ts';
import { shownMarkdown } from './markdown.ts';
import { wordsOf } from './text.ts';
import { reportUnseen } from './unseen.ts';

const bullet = /^\s*[-*+•‣◦]\s+(?=\S)/;
const numbered = /^\s*(\d{1,3})[.)]\s+(?=\S)/;
/** A line after which an item begins although no line is empty between them. */
const ending = /[:.;!?]["”’)\]*_]{0,4}\s*$/;

/** What of a line is an item of a list; null for a line that goes on with the text before it. */
function itemOf(line: string, before: readonly string[], isInList: boolean): string | null {
  const mark = bullet.exec(line);
  const number = mark === null ? numbered.exec(line) : null;
  if (mark === null && number === null) return null;
  const last = before.at(-1);
  // A number alone at the begin of a line may be the end of the sentence before it, and a dash the middle of a range.
  if (last !== undefined && !isInList && !ending.test(last)) return null;
  return mark === null ? line : line.slice(mark[0].length);
}

/** Plain text and Markdown: one block a paragraph, and one an item of a list. Lines that begin with `#` are headings; what marks emphasis, a link or struck text is not shown. */
export function readPlainText(text: string, notes: Notes): Reading {
  const within = createTextBudget(notes);
  const blocks: ReadingBlock[] = [];
  let lines: string[] = [];
  let isFull = false;
  let allStruck = 0;
  let isInList = false;
  // The number of an item is mostly that of a clause.
  let isBullet = false;
  const put = (source: string, heading: number | null): void => {
    const { text: shown, struck } = shownMarkdown(source);
    allStruck += struck;
    isFull ||= shown !== '' && !within(shown);
    if (shown !== '' && !isFull)
      blocks.push({
        path: `${isBullet ? 'li' : 'p'}:nth-of-type(${blocks.length + 1})`,
        text: shown,
        heading,
        own: true,
      });
  };
  const endParagraph = (): void => {
    put(lines.join(' '), null);
    lines = [];
    isInList = false;
    isBullet = false;
  };
  for (const line of text.toWellFormed().split('\n')) {
    const marks = /^ {0,3}(#{1,6})[ \t]/.exec(line)?.[1] ?? '';
    const item = marks === '' ? itemOf(line, lines, isInList) : null;
    if (item !== null) {
      endParagraph();
      isInList = true;
      isBullet = bullet.test(line);
      lines.push(item);
    } else if (marks === '' && line.trim() !== '') lines.push(line);
    else endParagraph();
    if (marks !== '') put(line.trimStart().slice(marks.length), marks.length);
  }
  endParagraph();
  if (allStruck > 0) reportUnseen('the document', new Map([['struck', allStruck]]), notes);
  const title = blocks.find(({ heading }) => heading !== null)?.text ?? null;
  const ownWords = blocks.reduce((sum, block) => sum + wordsOf(block.text), 0);
  return { ...emptyReading, class: 'text', title, blocks, ownWords };
}
