/** The text that Markdown shows: without marks of emphasis, addresses of links and what is struck out. */
import { collapsed } from './text.ts';

export interface ShownText {
  readonly text: string;
  /** Characters that are struck out. */
  readonly struck: number;
}

/** A mark of emphasis, of code or of what is struck out; a sign behind a backslash is itself. */
const marks = /\\[!-/:-@[-`{-~]|\*{1,3}|_{1,3}|~~|`/g;
const link = /!?\[([^\][]{0,500})\]\([^()\s]{1,2000}\)/g;
/** Letters of scripts without spaces between words: a mark of emphasis stands right beside them. */
const isWordSign = (sign: string): boolean =>
  /[\p{L}\p{N}]/u.test(sign) &&
  !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u.test(
    sign,
  );

interface Mark {
  readonly at: number;
  readonly sign: string;
}

/** Marks that are open at most: text of others may have a mark at each word. */
const mostOpen = 50;

/** A mark counts with its partner alone: `100**` has the mark of a note. */
export function shownMarkdown(source: string): ShownText {
  const text = source.replaceAll(link, '$1');
  const open: Mark[] = [];
  const cuts: (readonly [from: number, to: number])[] = [];
  let struck = 0;
  for (const { 0: sign, index: at } of text.matchAll(marks)) {
    if (sign.startsWith('\\')) {
      cuts.push([at, at + 1]);
      continue;
    }
    const [before, after] = [text.charAt(at - 1), text.charAt(at + sign.length)];
    const partner = open.findLastIndex((one) => one.sign === sign);
    if (partner >= 0 && before.trim() !== '' && !isWordSign(after)) {
      const first = open[partner]?.at ?? at;
      open.length = partner;
      if (sign === '~~') {
        cuts.push([first, at + sign.length]);
        struck += at - first - sign.length;
      } else cuts.push([first, first + sign.length], [at, at + sign.length]);
    } else if (after.trim() !== '' && !isWordSign(before) && open.length < mostOpen) open.push({ at, sign });
  }
  return { text: collapsed(without(text, cuts)), struck };
}

function without(text: string, cuts: readonly (readonly [from: number, to: number])[]): string {
  let shown = '';
  let at = 0;
  for (const [from, to] of cuts.toSorted(([a], [b]) => a - b)) {
    shown += text.slice(at, Math.max(at, from));
    at = Math.max(at, to);
  }
  return shown + text.slice(at);
}
