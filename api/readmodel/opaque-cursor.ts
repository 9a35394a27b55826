import { parseWellFormedJson } from '../../schemas/values/well-formed-json.ts';

export type CursorPart = string | number | null | readonly CursorPart[];

/** Encodes a cursor for the client: short, and safe in a URL and a header. */
export const encodeCursor = (parts: readonly CursorPart[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The parts of a cursor; null if the text is not a cursor. The caller must check each part. */
export function decodeCursor(text: string): readonly unknown[] | null {
  try {
    const parts = parseWellFormedJson(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? (parts as readonly unknown[]) : null;
  } catch {
    return null;
  }
}

/** Whether a part is a whole number from 0. */
export const isCount = (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) >= 0;

/** Schema for the documentation: a cursor begins with its version and a hash in hexadecimal, `[1,"0…` or `[1,"a…`. */
export const cursorSchema = { type: 'string', pattern: '^WzEsI[jm][A-Za-z0-9_-]{16,4090}$' } as const;

/** Characters and length of every cursor. */
export const cursorPattern = '^[A-Za-z0-9_-]{1,4096}$';
