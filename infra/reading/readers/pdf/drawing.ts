import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import type { PDFOperatorList } from 'pdfjs-dist/types/src/display/api.d.ts';
import type { Box } from '../../../../schemas/values/reading.ts';
import type { Colour } from '../unseen.ts';
import { applyStates, colourOf, type DrawingState, initialState, textStart } from './drawing-state.ts';
import { fontOf, type Glyph, type GlyphStyle, type LibraryGlyph, placeGlyphs } from './glyphs.ts';
import { areaOf, boxAfter, intersection, type Matrix, multiply } from './matrix.ts';
import { isFilled } from './outline.ts';
import type { Paint } from './paint.ts';
import { pdfjs } from './pdfjs.ts';

/** What a page draws, in the order of painting. */
export interface PageDrawing {
  readonly glyphs: readonly Glyph[];
  readonly paints: readonly Paint[];
  readonly pictures: readonly Box[];
}

/** Whether a layer is shown, by its marked content. */
export type IsShown = (layer: unknown) => boolean;

interface Mark {
  readonly id: string | null;
  readonly isShown: boolean;
}

/** Arguments of an operator: the library checks their kinds. */
type Arguments = readonly [first: never, second: never, ...rest: never[]];

/** Follows the operators of a page, annotations included. Coordinates are points from the left upper corner of the page. */
export async function drawingOf(
  page: PDFPageProxy,
  operators: PDFOperatorList,
  viewport: PageViewport,
  isShown: IsShown,
): Promise<PageDrawing> {
  const { OPS } = await pdfjs();
  const base = viewport.transform as unknown as Matrix;
  const paper: Box = [0, 0, viewport.width, viewport.height];
  const [glyphs, paints, pictures]: [Glyph[], Paint[], Box[]] = [[], [], []];
  const saved: DrawingState[] = [];
  const marks: Mark[] = [];
  let state = initialState(base, paper);
  let text = textStart();
  let annotation: string | null = null;
  let isClipNext = false;
  /** Whether something was placed, and nothing drawn since: the library leaves pictures out. */
  let isPlaced = false;
  /** Style of the glyphs of the next operator; null after operators that may change it. */
  let style: GlyphStyle | null = null;

  const save = (): void => void saved.push({ ...state });
  const restore = (): void => {
    state = saved.pop() ?? state;
  };
  const clipTo = (box: ArrayLike<number>): void => {
    state.clip = intersection(state.clip, boxAfter(state.matrix, box));
  };
  const paint = (box: Box, colour: Colour, alpha: number, kind: Paint['kind']): void => {
    const shown = intersection(box, state.clip);
    if (shown[2] < shown[0] || shown[3] < shown[1] || state.isMasked || marks.at(-1)?.isShown === false) return;
    paints.push({ box: shown, colour, alpha: alpha * state.groupAlpha, kind, isTint: !state.isPlain });
  };
  const picture = (colour: Colour): void => {
    const box = boxAfter(state.matrix, [0, 0, 1, 1]);
    paint(box, colour, state.fillAlpha, colour === null ? 'picture' : 'area');
    if (marks.at(-1)?.isShown !== false) pictures.push(intersection(box, state.clip));
  };
  const path = ([drawn, [data], box]: readonly [
    number,
    readonly [Float32Array | null],
    ArrayLike<number> | null,
  ]): void => {
    if (box !== null && isClipNext) clipTo(box);
    isClipNext = false;
    if (box === null || drawn === OPS.endPath) return;
    const placed = boxAfter(state.matrix, box);
    if (drawn !== OPS.stroke && drawn !== OPS.closeStroke)
      paint(placed, state.fill, state.fillAlpha, isFilled(data, box) ? 'area' : 'shape');
    if (drawn === OPS.fill || drawn === OPS.eoFill) return;
    const width =
      (state.lineWidth * Math.sqrt(Math.abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]))) /
      2;
    const isLine = Math.min(placed[2] - placed[0], placed[3] - placed[1]) < 0.5;
    const wide: Box = [placed[0] - width, placed[1] - width, placed[2] + width, placed[3] + width];
    paint(wide, state.stroke, state.strokeAlpha, isLine ? 'area' : 'line');
  };
  const form = (matrix: Matrix | null, bbox: ArrayLike<number> | null): void => {
    if (matrix !== null) state.matrix = multiply(state.matrix, matrix);
    if (bbox !== null) clipTo(bbox);
  };
  const moveTo = (x: number, y: number): void => {
    text.lineX += x;
    text.lineY += y;
    [text.x, text.y] = [text.lineX, text.lineY];
  };
  const annotate = ([id, rect, transform, matrix]: readonly [
    string,
    ArrayLike<number> | null,
    Matrix,
    Matrix,
  ]): void => {
    saved.push({ ...state });
    state = initialState(base, paper);
    if (rect !== null) clipTo(rect);
    state.matrix = multiply(multiply(state.matrix, transform), matrix);
    annotation = id;
  };
  const show = (shown: readonly (LibraryGlyph | number)[]): void => {
    style ??= { state: { ...state }, annotation, mark: marks.at(-1) ?? null, after: paints.length };
    placeGlyphs(fontOf(page, state.font), shown, style, text, glyphs);
  };
  const id = page.ref === null ? '' : `p${page.ref.num}R${page.ref.gen === 0 ? '' : page.ref.gen}`;
  const mark = ([tag, data]: readonly unknown[]): void => {
    const around = marks.at(-1);
    const isOn = around?.isShown !== false && (tag !== 'OC' || isShown(data));
    const own = typeof data === 'number' ? `${id}_mc${data}` : null;
    marks.push({ id: own ?? (tag === 'Artifact' ? null : (around?.id ?? null)), isShown: isOn });
  };
  const group = ({
    matrix,
    bbox,
    smask,
  }: {
    readonly matrix?: Matrix | null;
    readonly bbox?: ArrayLike<number> | null;
    readonly smask?: unknown;
  }): void => {
    save();
    const inside = matrix ? multiply(state.matrix, matrix) : state.matrix;
    if (bbox) state.clip = intersection(state.clip, boxAfter(inside, bbox));
    state.groupAlpha *= state.fillAlpha;
    state.fillAlpha = 1;
    state.strokeAlpha = 1;
    state.isPlain = true;
    if (smask) state.isMasked = true;
  };

  const actions = new Map<number, (args: Arguments) => void>([
    [OPS.save, save],
    [OPS.restore, restore],
    [OPS.transform, (args) => void (state.matrix = multiply(state.matrix, args as unknown as Matrix))],
    [
      OPS.paintFormXObjectBegin,
      ([matrix, bbox]) => {
        save();
        form(matrix, bbox);
      },
    ],
    [OPS.paintFormXObjectEnd, restore],
    [OPS.beginGroup, ([options]) => group(options)],
    [OPS.endGroup, restore],
    [OPS.beginAnnotation, (args) => annotate(args as never)],
    [
      OPS.endAnnotation,
      () => {
        restore();
        annotation = null;
      },
    ],
    [OPS.clip, () => void (isClipNext = true)],
    [OPS.eoClip, () => void (isClipNext = true)],
    [OPS.constructPath, (args) => path(args as never)],
    [OPS.shadingFill, () => paint(state.clip, null, state.fillAlpha, 'area')],
    [OPS.paintImageXObject, () => picture(null)],
    [OPS.paintInlineImageXObject, () => picture(null)],
    [OPS.paintImageMaskXObject, () => picture(null)],
    [OPS.paintSolidColorImageMask, () => picture(state.fill)],
    [OPS.setGState, ([members]) => applyStates(state, members)],
    [OPS.setLineWidth, ([width]) => void (state.lineWidth = width)],
    [OPS.setFillRGBColor, ([colour]) => void (state.fill = colourOf(colour))],
    [OPS.setStrokeRGBColor, ([colour]) => void (state.stroke = colourOf(colour))],
    [OPS.setFillColorN, () => void (state.fill = null)],
    [OPS.setStrokeColorN, () => void (state.stroke = null)],
    [OPS.setFillTransparent, () => void (state.fillAlpha = 0)],
    [OPS.setStrokeTransparent, () => void (state.strokeAlpha = 0)],
    [OPS.beginMarkedContent, ([tag]) => mark([tag, null])],
    [OPS.beginMarkedContentProps, (args) => mark(args)],
    [OPS.endMarkedContent, () => void marks.pop()],
    [OPS.beginText, () => void (text = textStart())],
    [
      OPS.setFont,
      ([name, size]) => {
        state.font = name;
        state.fontSize = size;
      },
    ],
    [OPS.setCharSpacing, ([value]) => void (state.charSpacing = value)],
    [OPS.setWordSpacing, ([value]) => void (state.wordSpacing = value)],
    [OPS.setHScale, ([value]) => void (state.scale = Number(value) / 100)],
    [OPS.setLeading, ([value]) => void (state.leading = -Number(value))],
    [OPS.setTextRise, ([value]) => void (state.rise = value)],
    [OPS.setTextRenderingMode, ([value]) => void (state.mode = value)],
    [
      OPS.setTextMatrix,
      ([matrix]) => {
        text = { ...textStart(), matrix: Array.from(matrix as ArrayLike<number>) as unknown as Matrix };
      },
    ],
    [OPS.moveText, ([x, y]) => moveTo(x, y)],
    [
      OPS.setLeadingMoveText,
      ([x, y]) => {
        state.leading = y;
        moveTo(x, y);
      },
    ],
    [OPS.nextLine, () => moveTo(0, state.leading)],
    [OPS.showText, ([shown]) => show(shown)],
  ]);
  const ofState = new Set([
    OPS.setGState,
    OPS.setFillRGBColor,
    OPS.setStrokeRGBColor,
    OPS.setLineWidth,
    OPS.setLineCap,
    OPS.setLineJoin,
    OPS.setMiterLimit,
    OPS.setDash,
    OPS.setRenderingIntent,
    OPS.setFlatness,
  ]);
  const ofText = new Set([OPS.showText, OPS.setTextMatrix, OPS.moveText, OPS.setLeadingMoveText, OPS.nextLine]);
  operators.fnArray.forEach((operator, index) => {
    const args = (operators.argsArray[index] ?? []) as unknown as Arguments;
    if (isPlaced && (operator === OPS.restore || operator === OPS.endMarkedContent)) picture(null);
    isPlaced = operator === OPS.transform || (isPlaced && ofState.has(operator));
    if (!ofText.has(operator)) style = null;
    actions.get(operator)?.(args);
  });
  return { glyphs, paints, pictures: pictures.filter((box) => areaOf(box) > 0) };
}
