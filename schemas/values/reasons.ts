/** Parts of the sentences that reject a value. */
import { nestsDeeperThan } from './nesting.ts';

/** A value as shown in a reason, truncated. */
export const shown = (value: unknown): string => {
  if (nestsDeeperThan(value, deepest)) return 'something nested deeply';
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

/** The name of a member in a message; the empty name in quotes, because nothing would name nothing. */
export const memberName = (name: string): string => (name === '' ? '""' : name);

/** `parties`, 0 → `parties[0]`; `image`, `url` → `image.url`; `image`, an empty name → `image.""`. */
export const memberPath = (path: string, member: string | number): string =>
  typeof member === 'number' ? `${path}[${member}]` : `${path === '' ? '' : `${path}.`}${memberName(member)}`;

const deepest = 32;
