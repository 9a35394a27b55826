import type { PageViewport } from 'pdfjs-dist';
import type { Box } from '../../../../schemas/values/reading.ts';
import { boxAfter, type Matrix } from './matrix.ts';
import type { Piece } from './pieces.ts';

/** Members of the library's annotations that are read. */
export interface Annotation {
  readonly id: string;
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: unknown;
  readonly quadPoints?: ArrayLike<number> | null;
  readonly annotationFlags?: number;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly textContent?: readonly string[] | null;
  readonly contentsObj?: { readonly str?: string };
  readonly defaultAppearanceData?: { readonly fontSize?: number } | null;
}

interface FormText {
  readonly pieces: readonly Piece[];
  /** Whether a field has a value that is neither drawn nor a text. */
  readonly isLeftOut: boolean;
}

/** Flags of annotations that are not on the page: invisible, hidden, without a view. */
const notShown = 0x01 | 0x02 | 0x20;
/** Size of letters when the field does not state one, points. */
const usualSize = 10;

const isShown = ({ annotationFlags = 0 }: Annotation): boolean => (annotationFlags & notShown) === 0;

/** Boxes of text that annotations strike out. */
export const struckBy = (annotations: readonly Annotation[], viewport: PageViewport): readonly Box[] =>
  annotations
    .filter((one) => one.subtype === 'StrikeOut' && isShown(one))
    .flatMap(({ quadPoints, rect = [] }) => {
      const points = quadPoints ? Array.from(quadPoints) : [];
      const quads = Array.from({ length: points.length / 8 }, (_, at) => points.slice(8 * at, 8 * at + 8));
      const boxes = quads.map((quad) => boxOf(quad));
      return (boxes.length > 0 ? boxes : [rect]).map((box) => boxAfter(viewport.transform as unknown as Matrix, box));
    });

function boxOf(points: readonly number[]): readonly number[] {
  const xs = points.filter((_, at) => at % 2 === 0);
  const ys = points.filter((_, at) => at % 2 === 1);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * Values of fields and notes on the page as text at their rectangles, on the baseline of the text beside them. `drawn` are the
 * pieces of the page with those of appearances: a value that is drawn is read as it is drawn.
 */
export function withFormText(
  annotations: readonly Annotation[],
  drawn: readonly Piece[],
  viewport: PageViewport,
): FormText {
  const known = new Set(drawn.flatMap(({ annotation }) => annotation ?? []));
  const ofPage = drawn.filter(({ annotation }) => annotation === null);
  const rects = new Map<string, Box>();
  const added: Piece[] = [];
  let isLeftOut = false;
  for (const one of annotations) {
    const { id, subtype, rect = [0, 0, 0, 0], fieldType } = one;
    if ((subtype !== 'Widget' && subtype !== 'FreeText') || !isShown(one)) continue;
    const box = boxAfter(viewport.transform as unknown as Matrix, rect);
    if (subtype === 'Widget') rects.set(id, box);
    const text = textOf(one);
    if (text === '' || known.has(id)) continue;
    if (fieldType === 'Btn' || fieldType === 'Sig') isLeftOut ||= fieldType === 'Btn' && text !== 'Off';
    else added.push(...linesIn(one, text, box));
  }
  const pieces = [...drawn, ...added].map((piece) => {
    const box = piece.annotation === null ? undefined : rects.get(piece.annotation);
    return box === undefined ? piece : onLine(piece, box, ofPage);
  });
  return { pieces, isLeftOut };
}

function textOf({ subtype, fieldValue, textContent, contentsObj }: Annotation): string {
  if (subtype === 'FreeText') return (textContent?.join('\n') ?? contentsObj?.str ?? '').trim();
  if (Array.isArray(fieldValue)) return fieldValue.map(String).join(', ').trim();
  return typeof fieldValue === 'string' ? fieldValue.trim() : '';
}

function linesIn(annotation: Annotation, text: string, [x0, y0, x1, y1]: Box): readonly Piece[] {
  const lines = text.toWellFormed().split(/\r\n?|\n/);
  const room = (y1 - y0) / lines.length;
  const size = Math.min(sizeOf(annotation), room);
  return lines.flatMap((line, at) =>
    line.trim() === ''
      ? []
      : [
          {
            text: line.trim(),
            x0,
            x1,
            y: y0 + (at + 0.5) * room + 0.35 * size,
            h: size,
            mark: null,
            annotation: annotation.id,
          },
        ],
  );
}

/** A size of 0 lets the program that shows the form choose one. */
function sizeOf({ defaultAppearanceData }: Annotation): number {
  const stated = defaultAppearanceData?.fontSize ?? 0;
  return stated > 0 ? stated : usualSize;
}

/** A field within a sentence is written a little higher or lower than the sentence. */
function onLine(piece: Piece, [left, top, right, bottom]: Box, ofPage: readonly Piece[]): Piece {
  if (bottom - top > 3 * piece.h) return piece;
  let best: Piece | null = null;
  for (const one of ofPage) {
    const isBeside = one.y >= top && one.y <= bottom + 0.2 * one.h && Math.abs(one.y - piece.y) < 0.7 * one.h;
    if (isBeside && (best === null || Math.abs(one.y - piece.y) < Math.abs(best.y - piece.y))) best = one;
  }
  // The field is a part of the sentence as a whole, however short its value is.
  return best === null ? piece : { ...piece, y: best.y, x0: Math.min(left, piece.x0), x1: Math.max(right, piece.x1) };
}
