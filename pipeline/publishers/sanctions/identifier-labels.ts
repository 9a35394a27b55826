/** Labels of identifiers in free text, and where they stand. */
import { textOfTable } from '../../screening/names/tables/read-table.ts';

/** `code`: of several organisations, so it matches nothing. `none`: what follows is no identifier. */
export type LabelKind = 'registration' | 'tax' | 'bic' | 'lei' | 'code' | 'none';

export interface LabelAt {
  readonly at: number;
  readonly end: number;
  readonly kind: LabelKind;
  /** ISO 3166-1 alpha-2 of the register that a label names by itself. */
  readonly country: string | null;
}

const rows = new Map(
  textOfTable('labels')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line): [string, { readonly kind: LabelKind; readonly country: string | null }] => {
      const [label = '', kind = '', country = '-'] = line.split('\t');
      return [label, { kind: kind as LabelKind, country: country === '-' ? null : country }];
    }),
);

const escaped = (label: string): string => label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[\\s.]+');
const all = [...rows.keys()]
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join('|');

/** A label may be glued to the digits before it: `7701234112OGRN:`. Then a sign or a space follows. */
const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${all})(?!\\p{L})|(?<=\\p{N})(${all})(?=\\s*[:\\-–]|\\s)`, 'giu');

export const hasLabel = (text: string): boolean => labelsIn(text).length > 0;

export const labelsIn = (text: string): readonly LabelAt[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const label = (match[1] ?? match[2] ?? '').toLowerCase().replaceAll(/[\s.]+/g, ' ');
    const row = rows.get(label);
    return row === undefined ? [] : [{ at: match.index, end: match.index + match[0].length, ...row }];
  });
