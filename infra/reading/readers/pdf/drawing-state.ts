import type { Box } from '../../../../schemas/values/reading.ts';
import type { Colour } from '../unseen.ts';
import { identity, type Matrix } from './matrix.ts';

/** What decides how text and paths are painted, as the operators of a page set it. Coordinates are those of the page. */
export interface DrawingState {
  matrix: Matrix;
  clip: Box;
  fill: Colour;
  stroke: Colour;
  fillAlpha: number;
  strokeAlpha: number;
  /** Opacity of the groups around. */
  groupAlpha: number;
  /** Whether the blend mode is the normal one: others let through what is below. */
  isPlain: boolean;
  /** Whether a soft mask lies over everything, or all of this is a mask itself. */
  isMasked: boolean;
  lineWidth: number;
  font: string;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  /** Horizontal scale of text, 1 for 100 %. */
  scale: number;
  leading: number;
  rise: number;
  mode: number;
}

export const initialState = (matrix: Matrix, clip: Box): DrawingState => ({
  matrix,
  clip,
  fill: [0, 0, 0],
  stroke: [0, 0, 0],
  fillAlpha: 1,
  strokeAlpha: 1,
  groupAlpha: 1,
  isPlain: true,
  isMasked: false,
  lineWidth: 1,
  font: '',
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
});

/** Position of text inside of `BT` and `ET`. */
export interface TextPosition {
  matrix: Matrix;
  /** Begin of the line. */
  lineX: number;
  lineY: number;
  x: number;
  y: number;
}

export const textStart = (): TextPosition => ({ matrix: identity, lineX: 0, lineY: 0, x: 0, y: 0 });

/** `#rrggbb`, as the library writes colours. */
export function colourOf(text: unknown): Colour {
  const read = typeof text === 'string' ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(text) : null;
  if (read === null) return null;
  const [red = 0, green = 0, blue = 0] = read.slice(1).map((part) => Number.parseInt(part, 16) / 255);
  return [red, green, blue];
}

/** Takes the members of a graphics state (`gs`) over. */
export function applyStates(state: DrawingState, members: readonly (readonly [name: string, value: unknown])[]): void {
  for (const [name, value] of members) {
    if (name === 'ca') state.fillAlpha = Number(value);
    else if (name === 'CA') state.strokeAlpha = Number(value);
    else if (name === 'BM') state.isPlain = value === 'source-over' || value === 'Normal' || value === 'Compatible';
    else if (name === 'SMask') state.isMasked = Boolean(value);
    else if (name === 'LW') state.lineWidth = Number(value);
    else if (name === 'Font' && Array.isArray(value)) {
      state.font = String(value[0]);
      state.fontSize = Number(value[1]);
    }
  }
}
