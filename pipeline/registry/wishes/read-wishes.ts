import { isRecord } from '../../../schemas/values/is-record.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { readTokenText } from '../../../schemas/values/token-text.ts';
import { delimiterOf, readTokenCsv } from './token-csv.ts';
import { readTokenLines, withoutComment } from './token-lines.ts';
import { readTokenList } from './token-list.ts';
import type { ReadWishes } from './wish.ts';

export const wishFormats = ['ndjson', 'token-list', 'csv', 'list'] as const;
export type WishFormat = (typeof wishFormats)[number];

/** The form of a file by its content: NDJSON of declarations unless it has tokens in another form. */
export function formatOf(text: string): WishFormat {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content.startsWith('[')) return 'token-list';
  if (content.startsWith('{')) return entriesOf(content) === null ? 'ndjson' : 'token-list';
  if (delimiterOf(firstLine(content)) !== null) return 'csv';
  const first = content
    .split('\n')
    .map(withoutComment)
    .find((line) => line !== '');
  return first !== undefined && readTokenText(first) !== null ? 'list' : 'ndjson';
}

/** The first line that is not empty. */
const firstLine = (text: string): string => /\S.*/u.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';

/** The tokens of a file. `fallback` is the chain of tokens that state none. */
export function readWishes(text: string, format: Exclude<WishFormat, 'ndjson'>, fallback: Chain | null): ReadWishes {
  switch (format) {
    case 'token-list': {
      const entries = entriesOf(text.replace(/^\uFEFF/, ''));
      return entries === null
        ? nothingRead('is no token list: a JSON object with "tokens", or an array')
        : readTokenList(entries, fallback);
    }
    case 'csv':
      return readTokenCsv(text, delimiterOf(firstLine(text)) ?? ',', fallback);
    case 'list':
      return readTokenLines(text, fallback);
  }
}

const nothingRead = (reason: string): ReadWishes => ({
  wishes: [],
  skipped: new Map(),
  issues: [{ place: '', path: '', reason }],
});

/** The entries of a token list; null for any other text. */
function entriesOf(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value as readonly unknown[];
    return isRecord(value) && Array.isArray(value['tokens']) ? (value['tokens'] as readonly unknown[]) : null;
  } catch {
    return null;
  }
}
