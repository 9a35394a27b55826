import type { PDFPageProxy } from 'pdfjs-dist';
import { unreadMark } from '../../../../schemas/values/reading.ts';
import { isRead, type UnseenReason } from '../unseen.ts';
import { fontOf, type Glyph, isUnreadFont } from './glyphs.ts';
import { pdfjs } from './pdfjs.ts';

/** A piece of text as the file draws it, placed on the page: points from its left upper corner. */
export interface Piece {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Baseline. */
  readonly y: number;
  /** Height of the letters. */
  readonly h: number;
  /** Id of the innermost marked content around it; null outside of any. */
  readonly mark: string | null;
  /** Id of the annotation whose appearance it is; null of the page itself. */
  readonly annotation: string | null;
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  /** Characters without a map to letters. */
  readonly unread: number;
  /** Characters of text that is turned against the page. */
  readonly turned: number;
  /** Characters by the reason for which a person does not see them. */
  readonly unseen: ReadonlyMap<UnseenReason, number>;
  /** Text that is struck out. */
  readonly struck: readonly Piece[];
}

/** Characters without a width, and those that no font maps to a letter. */
const noWidth = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const noLetter = /[\u0000-\u0008\u000e-\u001f\ufffd]/gu;
/** Ornaments of symbol fonts. */
const ornament = /[\ue000-\uf8ff]/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Gaps as shares of the height: more than the first is a space, more than the second another piece. */
const gaps = { none: 0.03, space: 0.102, piece: 0.6, back: -0.2, rise: 0.25 };

interface Run {
  readonly first: Glyph;
  readonly why: UnseenReason | null;
  text: string;
  x1: number;
}

/** The pieces of text of a page that people see, without what cannot be read. */
export async function piecesOf(
  page: PDFPageProxy,
  glyphs: readonly Glyph[],
  sight: (glyph: Glyph) => UnseenReason | null,
): Promise<Pieces> {
  const normalized = (await pdfjs()).normalizeUnicode as (text: string) => string;
  const [seen, hidden, struck]: [Piece[], Piece[], Piece[]] = [[], [], []];
  const unseen = new Map<UnseenReason, number>();
  let [unread, turned] = [0, 0];
  let run: Run | null = null;
  let isSpaced = false;

  const flush = (): void => {
    const done = run;
    run = null;
    isSpaced = false;
    if (done === null) return;
    const raw = normalized(done.text).replaceAll(noWidth, '').replaceAll(ornament, ' ').toWellFormed();
    if (raw.trim() === '') return;
    const { first, why, x1 } = done;
    if (why !== null) unseen.set(why, (unseen.get(why) ?? 0) + raw.trim().length);
    const isGap = isUnreadFont(fontOf(page, first.style.state.font));
    if (isRead(why)) unread += isGap ? raw.length : (raw.match(noLetter)?.length ?? 0);
    const text = isGap ? unreadMark : inOrder(raw).replaceAll(noLetter, unreadMark);
    const { x0, y, h, style } = first;
    const piece = { text, x0, x1, y, h, mark: style.mark?.id ?? null, annotation: style.annotation };
    (isRead(why) ? seen : why === 'struck' ? struck : hidden).push(piece);
  };

  for (const glyph of glyphs) {
    if (glyph.text.trim() === '') {
      isSpaced = true;
      continue;
    }
    const why = sight(glyph);
    if (glyph.isTurned && why !== 'layer') {
      turned += glyph.text.replaceAll(noWidth, '').length;
      continue;
    }
    const joint: string | null = run === null ? null : jointOf(run, glyph, why, isSpaced);
    if (run === null || joint === null) {
      flush();
      run = { first: glyph, why, text: glyph.text, x1: glyph.x1 };
    } else {
      run.text += joint + glyph.text;
      run.x1 = Math.max(run.x1, glyph.x1);
    }
    isSpaced = false;
  }
  flush();
  return { pieces: [...seen, ...gapsAmong(seen, hidden)], unread, turned, unseen, struck };
}

/** What stands between a run and the next glyph of it; null when another piece begins. */
function jointOf(run: Run, glyph: Glyph, why: UnseenReason | null, isSpaced: boolean): string | null {
  const { first } = run;
  if (why !== run.why || !isLikely(first, glyph)) return null;
  const gap = (glyph.x0 - run.x1) / first.h;
  if (gap < gaps.back || gap > gaps.piece || Math.abs(glyph.y - first.y) > gaps.rise * first.h) return null;
  return gap > gaps.space || (isSpaced && gap > gaps.none) ? ' ' : '';
}

/** Whether two glyphs may be of one piece: the same font, size, content and annotation. */
const isLikely = (a: Glyph, b: Glyph): boolean =>
  a.style === b.style ||
  (a.style.state.font === b.style.state.font &&
    Math.abs(a.h - b.h) < 0.01 * a.h &&
    a.style.mark?.id === b.style.mark?.id &&
    a.style.annotation === b.style.annotation);

/** Letters that are written from right to left are placed from the left. */
const inOrder = (text: string): string => (rightToLeft.test(text) ? Array.from(text).reverse().join('') : text);

/** Text beside text that is not seen continues behind a gap, which a person sees as well. */
function gapsAmong(seen: readonly Piece[], hidden: readonly Piece[]): readonly Piece[] {
  if (hidden.length === 0) return [];
  const byLine = new Map<number, Piece[]>();
  for (const piece of seen) {
    const line = Math.round(piece.y);
    const known = byLine.get(line);
    if (known === undefined) byLine.set(line, [piece]);
    else known.push(piece);
  }
  return hidden.flatMap((gap) => {
    const line = Math.round(gap.y);
    const near = [line - 2, line - 1, line, line + 1, line + 2].flatMap((one) => byLine.get(one) ?? []);
    const reach = Math.max(gap.h, 7);
    const isWritten = near.some(({ x0, x1 }) => Math.min(x1, gap.x1) - Math.max(x0, gap.x0) > 0.2 * gap.h);
    const isBeside = near.some(({ x0, x1 }) => Math.abs(gap.x0 - x1) <= reach || Math.abs(x0 - gap.x1) <= reach);
    return isBeside && !isWritten ? [{ ...gap, text: unreadMark }] : [];
  });
}
