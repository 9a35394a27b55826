import { diffArrays } from 'diff';

/** A piece of a text as it was, as it is, or in both. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A number with its marks (0.10, 15:00, 2026-08-21), a word or an identifier, a run of spaces, or one other character. */
const token = /\d(?:[.,:/-]*[\d\p{L}])+|[\p{L}\p{N}_]+(?:['’-][\p{L}\p{N}]+)*|\s+|[^\s]/gu;
/** Kept text that is shorter than this between two changes reads worse than being part of them. */
const shortestKept = 4;
const limits = { maxEditLength: 1_000, timeout: 100 } as const;

/** What differs between two texts, by words; null when that would take too long: then both are shown whole. */
export function wordDiff(before: string, after: string): readonly Piece[] | null {
  const parts = diffArrays(before.match(token) ?? [], after.match(token) ?? [], limits);
  if (parts === undefined) return null;
  const pieces: Piece[] = [];
  let [removed, added] = ['', ''];
  const put = (kind: Piece['kind'], text: string): void => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  const flush = (): void => {
    const { head, tail, texts } = withoutSharedSpace(removed, added);
    put('same', head);
    put('removed', texts[0].trim() === '' ? '' : texts[0]);
    put('added', texts[1]);
    put('same', tail);
    [removed, added] = ['', ''];
  };
  for (const [at, part] of parts.entries()) {
    const text = part.value.join('');
    const between = (removed !== '' || added !== '') && at < parts.length - 1 && text.trim().length < shortestKept;
    if (part.removed) removed += text;
    else if (part.added) added += text;
    else if (between) [removed, added] = [removed + text, added + text];
    else {
      flush();
      put('same', text);
    }
  }
  flush();
  return pieces;
}

/** Space around a change is no change, wherever it moved. */
function withoutSharedSpace(a: string, b: string): { head: string; tail: string; texts: readonly [string, string] } {
  const [headA, headB] = [/^\s*/.exec(a)?.[0] ?? '', /^\s*/.exec(b)?.[0] ?? ''];
  const head = headA === headB ? headA : '';
  const [restA, restB] = [a.slice(head.length), b.slice(head.length)];
  const [tailA, tailB] = [/(?<!\s)\s*$/.exec(restA)?.[0] ?? '', /(?<!\s)\s*$/.exec(restB)?.[0] ?? ''];
  const tail = tailA === tailB || restA.trim() === '' ? tailB : restB.trim() === '' ? tailA : '';
  const cut = (text: string): string => (text.endsWith(tail) ? text.slice(0, text.length - tail.length) : text);
  return { head, tail, texts: [cut(restA), cut(restB)] };
}
