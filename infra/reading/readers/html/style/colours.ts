import type { Colour } from '../../unseen.ts';

/** A colour with its opacity. `colour` null: a colour that is not known. */
export interface Ink {
  readonly colour: Colour;
  readonly alpha: number;
}

const named: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  snow: '#fffafa',
  ivory: '#fffff0',
  ghostwhite: '#f8f8ff',
  whitesmoke: '#f5f5f5',
  mintcream: '#f5fffa',
  floralwhite: '#fffaf0',
  azure: '#f0ffff',
  aliceblue: '#f0f8ff',
  seashell: '#fff5ee',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  gainsboro: '#dcdcdc',
  darkgray: '#a9a9a9',
  darkgrey: '#a9a9a9',
  dimgray: '#696969',
  dimgrey: '#696969',
  red: '#ff0000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  maroon: '#800000',
  olive: '#808000',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gold: '#ffd700',
  beige: '#f5f5dc',
  linen: '#faf0e6',
};

const unknown: Ink = { colour: null, alpha: 1 };

/** A colour of CSS or of an attribute; null of a text that is none. */
export function inkOf(text: string): Ink | null {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return { colour: [0, 0, 0], alpha: 0 };
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1] ?? null;
  if (hex !== null) return fromHex(hex);
  if (Object.hasOwn(named, value)) return fromHex((named[value] ?? '').slice(1));
  const [, kind = '', inside = ''] = /^(rgba?|hsla?)\(([^()]{1,80})\)$/.exec(value) ?? [];
  if (kind !== '') return kind.startsWith('rgb') ? fromRgb(inside) : fromHsl(inside);
  return /^(?:[a-z]+\(|currentcolor$|inherit$|[a-z]{3,24}$)/.test(value) ? unknown : null;
}

function fromHex(hex: string): Ink {
  const digits = hex.length <= 4 ? Array.from(hex, (one) => one + one).join('') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (digits.match(/../g) ?? []).map(
    (one) => Number.parseInt(one, 16) / 255,
  );
  return { colour: [red, green, blue], alpha };
}

const partsOf = (inside: string): readonly string[] => inside.split(/[\s,/]+/).filter((one) => one !== '');
const shareOf = (text: string, whole: number): number =>
  text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / whole;

function fromRgb(inside: string): Ink {
  const [red = '', green = '', blue = '', alpha = '1'] = partsOf(inside);
  const colour = [red, green, blue].map((one) => shareOf(one, 255)) as [number, number, number];
  return colour.every(Number.isFinite) ? { colour, alpha: shareOf(alpha, 1) } : unknown;
}

function fromHsl(inside: string): Ink {
  const [hue = '', saturation = '', light = '', alpha = '1'] = partsOf(inside);
  const [h, s, l] = [Number.parseFloat(hue), shareOf(saturation, 100), shareOf(light, 100)];
  if (![h, s, l].every(Number.isFinite)) return unknown;
  const at = (n: number): number => {
    const k = (n + h / 30) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return { colour: [at(0), at(8), at(4)], alpha: shareOf(alpha, 1) };
}
