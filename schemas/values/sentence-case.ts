/** First letter in upper case: "the list" stands alone as "The list". */
export const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
