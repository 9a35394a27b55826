import type { PDFPageProxy } from 'pdfjs-dist';
import type { DrawingState, TextPosition } from './drawing-state.ts';
import { type Matrix, multiply } from './matrix.ts';

/** A glyph as the library lists it; numbers between glyphs move the next one. */
export interface LibraryGlyph {
  readonly unicode: string;
  /** In units of the font. */
  readonly width: number;
  readonly isSpace: boolean;
}

/** How the glyphs of an operator are painted. */
export interface GlyphStyle {
  readonly state: Readonly<DrawingState>;
  /** Id of the annotation whose appearance it is; null of the page itself. */
  readonly annotation: string | null;
  readonly mark: { readonly id: string | null; readonly isShown: boolean } | null;
  /** Number of areas that were painted before. */
  readonly after: number;
}

/** A glyph on a page: points from the left upper corner. */
export interface Glyph {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Baseline. */
  readonly y: number;
  /** Height of the letters. */
  readonly h: number;
  /** Whether it is not written from left to right along the page. */
  readonly isTurned: boolean;
  readonly style: GlyphStyle;
}

export interface LibraryFont {
  readonly name?: string;
  readonly vertical?: boolean;
  readonly fontMatrix?: Matrix;
  readonly isType3Font?: boolean;
  readonly isCharBBox?: boolean;
  readonly bbox?: readonly number[];
  readonly composite?: boolean;
  readonly toUnicode?: object;
}

/** Text is turned when its baseline rises or falls by more than this, as a share of its length. */
const mostSlope = 0.02;
const thousandth: Matrix = [0.001, 0, 0, 0.001, 0, 0];

export const fontOf = (page: PDFPageProxy, name: string): LibraryFont | null =>
  page.commonObjs.has(name) ? (page.commonObjs.get(name) as LibraryFont | null) : null;

/** Adds the glyphs of an operator, placed, and moves the position of text behind them. */
export function placeGlyphs(
  font: LibraryFont | null,
  shown: readonly (LibraryGlyph | number)[],
  style: GlyphStyle,
  text: TextPosition,
  glyphs: Glyph[],
): void {
  const { state } = style;
  const { fontSize, scale, charSpacing, wordSpacing, rise } = state;
  const fontMatrix = font?.fontMatrix ?? thousandth;
  const around = multiply(state.matrix, text.matrix);
  const height = heightOf(font, fontMatrix, fontSize);
  const h = Math.hypot(around[2] * height, around[3] * height);
  const [alongX, alongY] = [around[0] * fontSize * scale, around[1] * fontSize * scale];
  const isTurned = font?.vertical === true || alongX <= 0 || Math.abs(alongY) > mostSlope * alongX;
  for (const one of shown) {
    if (typeof one === 'number') {
      text.x -= (one * fontSize * scale) / 1000;
      continue;
    }
    const width = one.width * fontMatrix[0] * fontSize * scale;
    const x0 = around[0] * text.x + around[2] * (text.y + rise) + around[4];
    const y = around[1] * text.x + around[3] * (text.y + rise) + around[5];
    // One object a glyph: a page has thousands.
    glyphs.push({ text: one.unicode, x0, x1: x0 + around[0] * width, y, h, isTurned, style });
    text.x += width + (charSpacing + (one.isSpace ? wordSpacing : 0)) * scale;
  }
}

/** Letters of a font that draws them itself may have any size in it. */
function heightOf(font: LibraryFont | null, fontMatrix: Matrix, fontSize: number): number {
  if (font?.isType3Font !== true || (fontSize > 1 && font.isCharBBox !== true)) return fontSize;
  const glyphHeight = (font.bbox?.[3] ?? 0) - (font.bbox?.[1] ?? 0);
  return glyphHeight > 0 ? fontSize * glyphHeight * fontMatrix[3] : fontSize;
}

/** Whether the letters of a font cannot be read: it is made of glyph numbers, and the file has no map to Unicode for them. */
export const isUnreadFont = (font: LibraryFont | null): boolean =>
  // The library shows a missing map as the identity from a first to a last character.
  font?.composite === true && font.toUnicode !== undefined && 'firstChar' in font.toUnicode;
