/** Characters without a width: they split words for a reader of text, and not for a reader of a page. */
const noWidth = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** The text of a reading: whitespace collapsed, characters without a width dropped. */
export const collapsed = (text: string): string => text.replaceAll(noWidth, '').replaceAll(/\s+/g, ' ').trim();

export const wordsOf = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
