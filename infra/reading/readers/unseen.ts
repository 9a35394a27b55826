import type { Notes } from './notes.ts';

/** Why a person does not see a text, or that it is struck out. */
export type UnseenReason = keyof typeof unseenReasons;

/** As parts of a sentence. */
const unseenReasons = {
  none: 'it is not displayed',
  layer: 'it is in a layer that is off',
  mode: 'it is drawn without being painted',
  transparent: 'it is transparent',
  masked: 'a mask lies over it',
  colour: 'it has the colour of what is under it',
  covered: 'something is painted over it',
  outside: 'it is outside of the page',
  clipped: 'it is cut away',
  small: 'it is too small',
  struck: 'it is struck out',
  pictured: 'a picture is drawn over it, and may cover it',
  ground: 'it has the colour of the page, and what is under it is not known',
} as const;

/** Whether text is read although it has a reason: a picture may be a stamp that lets it through. */
export const isRead = (why: UnseenReason | null): boolean => why === null || why === 'pictured' || why === 'ground';

/** Whether text leaves a gap where it would be: text beside it does not close up. */
export const leavesGap = (why: UnseenReason): boolean =>
  why === 'transparent' || why === 'colour' || why === 'mode' || why === 'masked';

/** Less opacity than this, and a smaller difference of colours, is not seen. */
export const leastAlpha = 0.1;
const leastContrast = 0.1;
/** Smaller letters are not read by people, points. */
export const smallest = 1.5;

/** Red, green, blue from 0 to 1; null when it is not known: of a pattern, a shading or a picture. */
export type Colour = readonly [red: number, green: number, blue: number] | null;

export const isSameColour = (a: Colour, b: Colour): boolean =>
  a !== null && b !== null && a.every((part, at) => Math.abs(part - (b[at] ?? 0)) <= leastContrast);

/** Counts text that people do not see, by its reason. */
export function reportUnseen(where: string, counts: ReadonlyMap<UnseenReason, number>, notes: Notes): void {
  for (const [why, characters] of counts)
    notes.alarm(`${where} has text that people may not see: ${unseenReasons[why]} (${characters} characters)`);
}
