/** Notices that stand at the address of a document with status 200. */
import type { Reading } from '../../../../schemas/values/reading.ts';
import type { Verdict } from './gate.ts';
import { wallPhrases } from './wall-phrases.ts';

/** A page is a notice of a kind when it has this number of its phrases, or one in its title or first heading. */
const fewestPhrases = 2;
/** Above this many words a page must have more of them: a clause of terms may have two or three. */
const shortWords = 300;
const fewestInLong = 4;
/** More words than this are of a document; notices about partners and purposes are long. */
const mostWords = 3_000;

/** Outcome of a page that was unlike the document twice, and is a notice by its words; null of any other reading. */
export function wallIn(reading: Reading | null, isUnlike: boolean): Verdict | null {
  if (reading === null || !isUnlike || !isPage(reading) || reading.ownWords > mostWords) return null;
  const title = folded([reading.title ?? '', ...headingsOf(reading)].join(' \n '));
  const fewest = reading.ownWords > shortWords ? fewestInLong : fewestPhrases;
  const text = folded([reading.title ?? '', ...reading.blocks.map((block) => block.text)].join(' \n '));
  for (const [kind, languages] of Object.entries(wallPhrases)) {
    for (const phrases of languages) {
      const found = phrases.filter((phrase) => text.includes(phrase));
      if (found.length >= fewest || found.some((phrase) => title.includes(phrase)))
        return { outcome: 'wall', message: `The site shows a notice ${kind} instead of the document.` };
    }
  }
  return null;
}

const isPage = ({ class: read }: Reading): boolean => read === 'html' || read === 'xhtml' || read === 'text';
const headingsOf = ({ blocks }: Reading): readonly string[] =>
  blocks.filter(({ heading }) => heading === 1).map(({ text }) => text);
const folded = (text: string): string => text.toLowerCase().replaceAll(/[’']/g, '');
