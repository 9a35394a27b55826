import { readFileSync } from 'node:fs';

/**
 * Files whose texts a release published: their strings stay as they are when a word is refused later. Empty until the first
 * release; `npm run release:pin` writes the list.
 */
export const publishedTexts: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('published-texts.json', import.meta.url), 'utf8')) as readonly string[],
);
