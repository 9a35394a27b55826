/** Forms in which two spellings of one value are equal. */

/** Letter for letter, in Unicode normal form C. */
export const strictForm = (text: string): string => text.normalize('NFC');

/** Without what typing alone makes differ: compatibility forms, spaces, quotation marks, case, outer punctuation. */
export const looseForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f\u2033]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .replaceAll(/^[\s.,;:!?]+|[\s.,;:!?]+$/g, '');

export const looselyEqual = (left: string, right: string): boolean =>
  left === right || looseForm(left) === looseForm(right);
