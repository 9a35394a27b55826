import { type Colour, isSameColour, leastAlpha, smallest, type UnseenReason } from '../../unseen.ts';
import type { Attributes } from '../elements.ts';
import { inkOf } from './colours.ts';
import type { Declarations, Value } from './declarations.ts';
import { isCutAway, isMovedAway } from './geometry.ts';
import { pixelsOf, usualSize } from './lengths.ts';

/** How the text of an element is shown, as far as its style decides whether it is seen. */
export interface Appearance {
  /** Why no text inside is seen; parts inside of it cannot change that. */
  readonly hidden: UnseenReason | null;
  /** `visibility`: parts inside may be visible again. */
  readonly isInvisible: boolean;
  readonly isStruck: boolean;
  readonly opacity: number;
  readonly colour: Colour;
  readonly colourAlpha: number;
  /** Colour of what is under the text; null when it is not known. */
  readonly ground: Colour;
  /** CSS pixels. */
  readonly size: number;
  readonly variables: ReadonlyMap<string, string>;
  readonly isMasked: boolean;
}

export const pageAppearance = (ground: Colour): Appearance => ({
  hidden: null,
  isInvisible: false,
  isStruck: false,
  opacity: 1,
  colour: [0, 0, 0],
  colourAlpha: 1,
  ground,
  size: usualSize,
  variables: new Map(),
  isMasked: false,
});

/** Custom properties that one element may pass on. */
const mostVariables = 1_000;
const struckElements = new Set(['s', 'strike', 'del']);

/** Appearance of an element inside of another one. */
export function appearanceOf(
  around: Appearance,
  name: string,
  attributes: Attributes,
  declarations: Declarations,
): Appearance {
  const variables = variablesOf(around.variables, declarations);
  const value: Value = (property) => {
    const stated = declarations.get(property)?.value;
    return stated === undefined ? null : resolved(stated, variables);
  };
  const size = sizeOf(value, around.size);
  const ink = inkOf(value('-webkit-text-fill-color') ?? value('color') ?? colourAttribute(name, attributes) ?? '');
  const ground = groundOf(value, attributes, around.ground);
  const opacity = around.opacity * opacityOf(value);
  const visibility = value('visibility');
  const mask = value('mask') ?? value('mask-image') ?? value('-webkit-mask') ?? value('-webkit-mask-image');
  return {
    hidden: around.hidden ?? hiddenBy(value, size),
    isInvisible: visibility === null ? around.isInvisible : visibility === 'hidden' || visibility === 'collapse',
    isStruck:
      around.isStruck ||
      struckElements.has(name) ||
      (value('text-decoration-line') ?? value('text-decoration') ?? '').includes('line-through'),
    opacity,
    colour: ink === null ? around.colour : ink.colour,
    colourAlpha: ink === null ? around.colourAlpha : ink.alpha,
    ground,
    size,
    variables,
    isMasked: around.isMasked || (mask !== null && mask !== 'none'),
  };
}

/** Why text with this appearance is not seen; null when it is. */
export function unseenAs(one: Appearance): UnseenReason | null {
  if (one.hidden !== null) return one.hidden;
  if (one.isInvisible) return 'transparent';
  if (one.opacity < leastAlpha || one.colourAlpha < leastAlpha) return 'transparent';
  if (one.size < smallest) return 'small';
  if (isSameColour(one.colour, one.ground)) return 'colour';
  if (one.isStruck) return 'struck';
  if (one.isMasked) return 'pictured';
  // White text on what is not known: it may be white as well.
  return one.ground === null && isSameColour(one.colour, [1, 1, 1]) ? 'ground' : null;
}

function hiddenBy(value: Value, size: number): UnseenReason | null {
  if (value('display') === 'none' || value('content-visibility') === 'hidden') return 'none';
  if (Number.parseFloat(value('zoom') ?? '1') === 0) return 'small';
  return isMovedAway(value, size) ? 'outside' : isCutAway(value, size) ? 'clipped' : null;
}

function variablesOf(around: ReadonlyMap<string, string>, declarations: Declarations): ReadonlyMap<string, string> {
  let own: Map<string, string> | null = null;
  for (const [property, { value }] of declarations) {
    if (!property.startsWith('--')) continue;
    own ??= new Map(around);
    if (own.size < mostVariables) own.set(property, value);
  }
  return own ?? around;
}

/** Replaces `var(--name, other)`, also within its own values, a few levels deep. */
function resolved(stated: string, variables: ReadonlyMap<string, string>): string {
  let text = stated;
  for (let level = 0; level < 4 && text.includes('var('); level += 1) {
    text = text
      .replaceAll(/var\(\s*(--[\w-]{1,80})\s*(?:,([^()]{0,100}))?\)/g, (_, name: string, other?: string) =>
        (variables.get(name) ?? other ?? '').trim(),
      )
      .slice(0, 500);
  }
  return text;
}

function sizeOf(value: Value, around: number): number {
  const stated = value('font-size') ?? /(?:^|\s)([\d.]+[a-z%]*)(?:\/|\s)/.exec(value('font') ?? '')?.[1] ?? null;
  return (stated === null ? null : pixelsOf(stated, around, around)) ?? around;
}

function opacityOf(value: Value): number {
  const own = pixelsOf(value('opacity') ?? '1', 1, 1) ?? 1;
  const filter = /opacity\(\s*([\d.]+)(%?)\s*\)/.exec(value('filter') ?? '');
  return own * (filter === null ? 1 : Number(filter[1]) / (filter[2] === '%' ? 100 : 1));
}

const colourAttribute = (name: string, { color, text }: Attributes): string | null =>
  name === 'font' ? (color ?? null) : name === 'body' ? (text ?? null) : null;

function groundOf(value: Value, { bgcolor }: Attributes, around: Colour): Colour {
  const stated = value('background-color') ?? value('background') ?? bgcolor ?? null;
  if (stated === null) return around;
  if (/url\(|gradient\(|image/.test(`${stated} ${value('background') ?? ''}`)) return null;
  const found = stated
    .replaceAll(/\([^()]{0,100}\)/g, (inside) => inside.replaceAll(/\s+/g, ','))
    .split(/\s+/)
    .map(inkOf)
    .find((ink) => ink !== null && ink.colour !== null);
  if (found === undefined || found === null || found.colour === null)
    return /^(?:none|initial|inherit|unset|0)$/.test(stated) ? around : null;
  if (found.alpha >= 1) return found.colour;
  const { colour, alpha } = found;
  return around === null
    ? null
    : ([0, 1, 2].map((at) => (colour[at] ?? 0) * alpha + (around[at] ?? 0) * (1 - alpha)) as unknown as Colour);
}
