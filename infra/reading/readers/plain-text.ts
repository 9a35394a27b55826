import { emptyReading, type Reading, type ReadingBlock } from '../../../schemas/values/reading.ts';
import { createTextBudget, type Notes } from './notes.ts';
import { shownMarkdown } from './markdown.ts';
import { wordsOf } from './text.ts';
import { reportUnseen } from './unseen.ts';

/** Plain text and Markdown: one block a paragraph. Lines that begin with `#` are headings; what marks emphasis, a link or struck text is not shown. */
export function readPlainText(text: string, notes: Notes): Reading {
  const within = createTextBudget(notes);
  const blocks: ReadingBlock[] = [];
  let lines: string[] = [];
  let isFull = false;
  let allStruck = 0;
  const put = (source: string, heading: number | null): void => {
    const { text: shown, struck } = shownMarkdown(source);
    allStruck += struck;
    isFull ||= shown !== '' && !within(shown);
    if (shown !== '' && !isFull)
      blocks.push({ path: `p:nth-of-type(${blocks.length + 1})`, text: shown, heading, own: true });
  };
  const endParagraph = (): void => {
    put(lines.join(' '), null);
    lines = [];
  };
  for (const line of text.toWellFormed().split('\n')) {
    const marks = /^ {0,3}(#{1,6})[ \t]/.exec(line)?.[1] ?? '';
    if (marks === '' && line.trim() !== '') lines.push(line);
    else endParagraph();
    if (marks !== '') put(line.trimStart().slice(marks.length), marks.length);
  }
  endParagraph();
  if (allStruck > 0) reportUnseen('the document', new Map([['struck', allStruck]]), notes);
  const title = blocks.find(({ heading }) => heading !== null)?.text ?? null;
  const ownWords = blocks.reduce((sum, block) => sum + wordsOf(block.text), 0);
  return { ...emptyReading, class: 'text', title, blocks, ownWords };
}
