import { parseTimestamp } from '../../../schemas/values/timestamp.ts';

/** Members of a line, or of an object in it, whose shape was checked. Absent equals null. */
export type Members = Readonly<Record<string, unknown>>;

export const textIn = (members: Members, name: string): string | null =>
  (members[name] as string | null | undefined) ?? null;

export const numberIn = (members: Members, name: string): number | null =>
  (members[name] as number | null | undefined) ?? null;

export const listIn = <T>(members: Members, name: string): readonly T[] =>
  (members[name] as readonly T[] | null | undefined) ?? [];

export const objectIn = (members: Members, name: string): Members | null =>
  (members[name] as Members | null | undefined) ?? null;

/** Milliseconds since the epoch. */
export const timeIn = (members: Members, name: string): number | null => {
  const text = textIn(members, name);
  return text === null ? null : parseTimestamp(text);
};

/** A member that the shape requires. */
export function requiredText(members: Members, name: string): string {
  const text = textIn(members, name);
  if (text === null) throw new Error(`member ${name} was not checked`);
  return text;
}
