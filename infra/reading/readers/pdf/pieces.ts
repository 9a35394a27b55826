import type { PDFPageProxy, PageViewport } from 'pdfjs-dist';
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.d.ts';
import { unreadMark } from '../../../../schemas/values/reading.ts';

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
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  /** Characters without a map to letters. */
  readonly unread: number;
  /** Characters of text that is turned against the page. */
  readonly turned: number;
}

/** Characters without a width, and those that no font maps to a letter. */
const noWidth = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const noLetter = /[\u0000-\u0008\u000e-\u001f\ufffd]/gu;
/** Ornaments of symbol fonts. */
const ornament = /[\ue000-\uf8ff]/gu;

/** The pieces of text of a page, without what cannot be read. `isUnread` is true for a font, by its name in the file, whose text cannot be read. */
export async function piecesOf(
  page: PDFPageProxy,
  viewport: PageViewport,
  isUnread: (font: string) => boolean,
): Promise<Pieces> {
  const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: false });
  const pieces: Piece[] = [];
  const marks: (string | null)[] = [];
  let [unread, turned] = [0, 0];
  for (const item of items) {
    if (!('str' in item)) {
      openMark(item, marks);
      continue;
    }
    const text = item.str.replaceAll(noWidth, '').replaceAll(ornament, ' ').toWellFormed();
    if (text.trim() === '') continue;
    const isGap = isUnread(item.fontName);
    const placed = placeOf(item, viewport);
    if (placed === null) {
      turned += text.length;
      continue;
    }
    unread += isGap ? text.length : (text.match(noLetter)?.length ?? 0);
    const shown = isGap ? unreadMark : text.replaceAll(noLetter, unreadMark);
    pieces.push({ ...placed, text: shown, mark: marks.at(-1) ?? null });
  }
  return { pieces, unread, turned };
}

function openMark(item: TextMarkedContent & { readonly tag?: string }, marks: (string | null)[]): void {
  if (item.type === 'endMarkedContent') marks.pop();
  // A mark without an id, such as a span, belongs to the content around it.
  else marks.push(idOf(item) ?? (item.tag === 'Artifact' ? null : (marks.at(-1) ?? null)));
}

/** At run time the id may be null, which the types of the library do not state. */
const idOf = ({ id }: { readonly id: string | null }): string | null => id;

/** Text is turned when its baseline rises or falls by more than this, as a share of its length. */
const mostSlope = 0.02;

function placeOf({ transform, width, height }: TextItem, viewport: PageViewport): Omit<Piece, 'text' | 'mark'> | null {
  const [a, b, , , e, f] = (transform as readonly number[]).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const size = Math.hypot(a, b);
  const [x0, y] = viewport.convertToViewportPoint(e, f) as [number, number];
  const [x1, y1] = viewport.convertToViewportPoint(e + (width * a) / size, f + (width * b) / size) as [number, number];
  if (![x0, y, x1, y1].every(Number.isFinite) || x1 < x0 || Math.abs(y1 - y) > mostSlope * (x1 - x0) + 0.1) return null;
  return { x0, x1, y, h: height > 0 ? height : size };
}
