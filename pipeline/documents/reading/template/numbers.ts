/** Numbers of template fields in all their spellings: E.1, E.01, F11, E:38, G.16 . */

const part = /([A-J])(?:\s?[.:]\s?0?|0?)(\d{1,2})/.source;
const numberForm = new RegExp(`^${part}\\s?[.:)]?$`);
const numbered = new RegExp(`^${part}\\s?[.:)]?\\s+(\\S.*)$`, 's');

/** The number of a cell in all its spellings: E.1, E.01, F11, E:38, G.16 . */
export const numberOf = (text: string): string | null => {
  const read = numberForm.exec(text.trim());
  return read === null ? null : `${read[1] ?? ''}.${read[2] ?? ''}`;
};

/** Number and what follows it in the same text. */
export function numberedText(text: string): { readonly number: string; readonly rest: string } | null {
  const read = numbered.exec(text.trim());
  return read === null ? null : { number: `${read[1] ?? ''}.${read[2] ?? ''}`, rest: read[3] ?? '' };
}

const partHeading = /^(?:part\s+[A-J]\b|[A-J]\s?[.:\-–]\s*information\b)/i;
const annexHeading =
  /^(?:annexe?|appendix|schedule|exhibit|anhang|anlage|anexo|allegato|bijlage|załącznik)\s{1,3}(?:[A-Z]|\d{1,2}|[IVX]{1,5})\s{0,3}(?:[.:–—-]|$)/i;

/** The heading of a part of the template or of an annex, which ends the cell before it. */
export const isPartHeading = (text: string): boolean => partHeading.test(text.trim()) || annexHeading.test(text.trim());

/** Several numbers in one, such as `B.2-B.12`: fields that a document leaves out together. */
export const isNumberRange = (text: string): boolean =>
  /^[A-J]\s?[.:]?\s?\d{1,2}\s?(?:[-–—]|to)\s?(?:[A-J]\s?[.:]?\s?)?\d{1,2}$/.test(text.trim());

/** Whether a text ends with the number of a page behind leaders: an entry of the contents. */
export const isContentsEntry = (text: string): boolean => /(?:…{2}|(?: ?[.·_]){3}) {0,3}\d{1,3}$/.test(text.trim());
