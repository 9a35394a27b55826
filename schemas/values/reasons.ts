/** Parts of the sentences that reject a value. */
import { nestsDeeperThan } from './nesting.ts';

/** A value as shown in a reason, truncated. */
export const shown = (value: unknown): string => {
  if (nestsDeeperThan(value, deepest)) return 'something nested deeply';
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

/** `parties`, 0 → `parties[0]`; `image`, `url` → `image.url`. */
export const memberPath = (path: string, member: string | number): string =>
  typeof member === 'number' ? `${path}[${member}]` : path === '' ? member : `${path}.${member}`;

const deepest = 32;
