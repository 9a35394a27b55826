/** What a profile names, tried on a reading: shows whether a page still has the places that the rules search. */
import { declaredPlaces, isPointer } from './declared-places.ts';
import type { DocumentView } from '../document-view.ts';
import { hasPhrase, phraseWords } from '../profiles/phrases.ts';
import { blocksInside } from '../blocks/selected-blocks.ts';

export interface TriedPlace {
  /** Member of the profile, for example `fields.reserve_custodians` or `select[0].startAfter`. */
  readonly member: string;
  /** What it names: an anchor, a selector, a JSON pointer or a text. */
  readonly names: string;
  /** Places of the reading that fit; the number of a field's places is that of its candidates. */
  readonly found: number;
}

/**
 * Everything that a profile wants to be there: places of its fields, begin and end of selected parts, required texts, and
 * labels of its table. Parts to remove and texts to reject may be absent. Empty for a profile that names nothing.
 */
export function triedPlaces(view: DocumentView): readonly TriedPlace[] {
  const { profile, reading, passages } = view;
  const texts = passages.map(({ text }) => phraseWords(text));
  const tryText = (member: string, names: string): TriedPlace => ({
    member,
    names,
    found: texts.filter((words) => hasPhrase(words, names)).length,
  });
  const trySelector = (member: string, names: string | undefined): readonly TriedPlace[] =>
    names === undefined ? [] : [{ member, names, found: blocksInside(reading, names).length }];
  const { fields = {}, select = [], requiredText = [], table } = profile;
  return [
    ...Object.entries(fields).map(([field, stated]) => ({
      member: `fields.${field}`,
      names: isPointer(stated)
        ? stated.rule.slice('selector:'.length)
        : [stated.anchor, stated.selector].filter((one) => one !== undefined).join(' in '),
      found: declaredPlaces(view, stated).length,
    })),
    ...select.flatMap(({ startAfter, endBefore }, index) => [
      ...trySelector(`select[${index}].startAfter`, startAfter),
      ...trySelector(`select[${index}].endBefore`, endBefore),
    ]),
    ...requiredText.map((text, index) => tryText(`requiredText[${index}]`, text)),
    ...(table === undefined
      ? []
      : [
          tryText('table.anchor', table.anchor),
          ...Object.keys(table.rows).map((label) => tryText('table.rows', label)),
        ]),
  ];
}
