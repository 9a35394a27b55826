/** Longest quote of a document on a public page, characters. */
export const longestPublicQuote = 300;

/** A quote up to that length; a character is never cut in two. */
export const clipped = (text: string): string =>
  text.length <= longestPublicQuote
    ? text
    : `${text.slice(0, longestPublicQuote - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
