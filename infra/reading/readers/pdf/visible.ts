import type { Box } from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import { type Colour, isSameColour, leastAlpha, smallest, type UnseenReason } from '../unseen.ts';
import type { Glyph } from './glyphs.ts';
import { contains } from './matrix.ts';
import type { Paint } from './paint.ts';

/** Letters that are narrower than this share of their height. */
const narrowest = 0.03;
/** The middle third of the letters, as shares of their height above the baseline. */
const middle = { from: 0.17, to: 0.45, centre: 0.3 };
/** A path that is lower than this share of the letters is a line. */
const lineHeight = 0.3;

/** Height of a band, points: an area is found by the bands that it crosses. */
const bandHeight = 8;

interface PlacedPaint extends Paint {
  readonly order: number;
}

/**
 * Decides for the glyphs of a page whether people see them. `struck` are boxes of annotations that strike text out.
 * @returns null of a glyph that is seen.
 */
export function createSight(
  paper: Box,
  paints: readonly Paint[],
  struck: readonly Box[],
): (glyph: Glyph) => UnseenReason | null {
  const bands = new Map<number, PlacedPaint[]>();
  const highest = Math.ceil(paper[3] / bandHeight);
  paints.forEach((paint, order) => {
    const from = Math.max(0, Math.floor(paint.box[1] / bandHeight));
    const to = Math.min(highest, Math.floor(paint.box[3] / bandHeight));
    for (let band = from; band <= to; band += 1) {
      const known = bands.get(band);
      if (known === undefined) bands.set(band, [{ ...paint, order }]);
      else known.push({ ...paint, order });
    }
  });
  let [lastFrom, lastTo, last]: [number, number, readonly PlacedPaint[]] = [Number.NaN, Number.NaN, []];
  let work = 0;
  return (glyph) => {
    const own = byItself(glyph, paper);
    if (own !== null) return own;
    const [x, y] = [(glyph.x0 + glyph.x1) / 2, glyph.y - middle.centre * glyph.h];
    if (struck.some((box) => contains(box, x, y))) return 'struck';
    const from = Math.floor((glyph.y - middle.to * glyph.h) / bandHeight);
    const to = Math.floor((glyph.y - middle.from * glyph.h) / bandHeight);
    if (from !== lastFrom || to !== lastTo) [lastFrom, lastTo, last] = [from, to, between(bands, from, to)];
    work += last.length;
    if (work > budgets.paintedGlyphs) throw new Error('it paints too much to decide what is seen');
    return byPaints(glyph, last, x, y);
  };
}

function byItself({ style, x0, x1, y, h }: Glyph, paper: Box): UnseenReason | null {
  const { state, mark } = style;
  if (mark?.isShown === false) return 'layer';
  if (state.isMasked) return 'masked';
  if (state.mode === 3 || state.mode === 7) return 'mode';
  if (alphaOf(state) < leastAlpha) return 'transparent';
  if (h < smallest || x1 - x0 < 0 || (x1 > x0 && x1 - x0 < narrowest * h)) return 'small';
  const [x, middleY] = [(x0 + x1) / 2, y - middle.centre * h];
  if (!contains(paper, x, middleY)) return 'outside';
  return contains(state.clip, x, middleY) ? null : 'clipped';
}

const isStroked = (mode: number): boolean => mode % 4 === 1 || mode % 4 === 2;
const isFilledText = (mode: number): boolean => mode % 4 === 0 || mode % 4 === 2;

function alphaOf({ mode, fillAlpha, strokeAlpha, groupAlpha }: Glyph['style']['state']): number {
  return Math.max(isFilledText(mode) ? fillAlpha : 0, isStroked(mode) ? strokeAlpha : 0) * groupAlpha;
}

function byPaints(glyph: Glyph, near: readonly PlacedPaint[], x: number, y: number): UnseenReason | null {
  const { style, h } = glyph;
  let under: Colour = [1, 1, 1];
  let through = 1;
  let [isStruck, isPictured, isOnPicture] = [false, false, false];
  for (const paint of near) {
    const isLine = paint.box[3] - paint.box[1] <= lineHeight * h;
    const isLater = paint.order >= style.after;
    if (isLine && isThroughMiddle(paint.box, glyph))
      isStruck ||= paint.alpha >= leastAlpha && !isSameColour(paint.colour, under);
    if (paint.kind === 'line' || !contains(paint.box, x, y) || isLine) continue;
    const isUnknown = paint.kind === 'picture' || paint.kind === 'shape' || paint.isTint || paint.colour === null;
    if (!isLater && isUnknown) isOnPicture = true;
    else if (!isLater) {
      under = mixed(under, paint);
      if (paint.alpha >= 1) isOnPicture = false;
    } else if (paint.kind === 'shape') isPictured ||= !paint.isTint && !isSameColour(paint.colour, style.state.fill);
    else if (paint.kind === 'picture' || (paint.isTint && isExtreme(paint.colour))) isPictured = true;
    else if (!paint.isTint) through *= 1 - paint.alpha;
  }
  if (through < leastAlpha) return 'covered';
  const { mode, fill, stroke } = style.state;
  const colours = [...(isFilledText(mode) ? [fill] : []), ...(isStroked(mode) ? [stroke] : [])];
  const hasNoContrast = colours.every((colour) => isSameColour(colour, under));
  if (hasNoContrast && !isOnPicture) return 'colour';
  if (isStruck) return 'struck';
  if (hasNoContrast) return 'ground';
  return isPictured ? 'pictured' : null;
}

/** Black and white hide everything in some blend mode. */
const isExtreme = (colour: Colour): boolean => isSameColour(colour, [0, 0, 0]) || isSameColour(colour, [1, 1, 1]);

const isThroughMiddle = ([left, top, right, bottom]: Box, { x0, x1, y, h }: Glyph): boolean => {
  const centre = (top + bottom) / 2;
  return (
    centre >= y - middle.to * h &&
    centre <= y - middle.from * h &&
    Math.min(right, x1) - Math.max(left, x0) >= (x1 - x0) / 2
  );
};

const mixed = (under: Colour, { colour, alpha }: Paint): Colour =>
  under === null || colour === null
    ? colour
    : ([0, 1, 2].map((at) => (colour[at] ?? 0) * alpha + (under[at] ?? 0) * (1 - alpha)) as unknown as Colour);

/** Areas of some bands, in the order of painting. */
function between(bands: ReadonlyMap<number, readonly PlacedPaint[]>, from: number, to: number): readonly PlacedPaint[] {
  if (from === to) return bands.get(from) ?? [];
  const found = new Map<number, PlacedPaint>();
  for (let band = from; band <= to; band += 1) for (const one of bands.get(band) ?? []) found.set(one.order, one);
  return [...found.values()].sort((a, b) => a.order - b.order);
}
