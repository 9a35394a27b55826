/** Orders texts by their UTF-16 code units, the same on every machine. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
