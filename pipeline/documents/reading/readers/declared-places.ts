/** Places that a profile declares for a field: an anchored cell or block, the elements of a selector, a member of JSON. */
import type { Reading, ReadingPage } from '../../../../schemas/values/reading.ts';
import type { AnchoredPassage } from './anchors.ts';
import type { DocumentView } from '../document-view.ts';
import { blockPlace, boxAround, cellPlace, memberPlace, pdfPlace } from '../blocks/places.ts';
import { phraseWords } from '../profiles/phrases.ts';
import type { Profile } from '../profiles/schema.ts';
import { isRemovedBy } from '../blocks/reading-text.ts';
import { selectedBlocks } from '../blocks/selected-blocks.ts';
import { firstInTables } from '../blocks/table-blocks.ts';

/** What a profile states of a field. */
export type DeclaredField = NonNullable<Profile['fields']>[string];

/** A member of JSON is named by its RFC 6901 pointer. */
export const isPointer = ({ rule }: DeclaredField): boolean => rule.startsWith('selector:/');

/** Every place of the document that the profile means; none where it has neither anchor nor selector. */
export function declaredPlaces(
  { reading, passages, profile, steps }: DocumentView,
  stated: DeclaredField,
): readonly AnchoredPassage[] {
  const { rule, anchor, selector } = stated;
  if (isPointer(stated)) return membersAt(reading, rule);
  if (anchor === undefined && selector === undefined) return [];
  const isInside = selector === undefined ? () => true : isRemovedBy([selector]);
  const blocks = selectedBlocks(reading, profile).filter(({ path }) => isInside(path));
  if (anchor === undefined) {
    return blocks.map(({ path, text }) => ({ text, place: blockPlace(path, 0, text.length), rule }));
  }
  const tables = firstInTables(blocks, steps);
  const words = phraseWords(anchor).join(' ');
  const isAnchor = (text: string): boolean => phraseWords(text).join(' ') === words;
  const cells = [
    ...reading.tables.filter(({ path }) => tables.has(path)).flatMap((table) => cellsBeside(table, isAnchor)),
    // Selectors are of pages of HTML: a PDF has no elements.
    ...(selector === undefined ? reading.pages.flatMap((page, index) => cellsOfPage(page, index + 1, isAnchor)) : []),
  ];
  const beside = cells.length > 0 ? cells : blocksBeside(blocks, isAnchor);
  const texts = [
    ...blocks.map(({ path, text }) => ({ text, place: blockPlace(path, 0, text.length) })),
    // The paragraph of a page may go on elsewhere.
    ...(selector === undefined ? passages.filter(({ page, isClosed }) => page !== null && isClosed) : []),
  ];
  const inline = texts.flatMap(({ text, place }) => {
    const colon = text.indexOf(':');
    const after = text.slice(colon + 1).trim();
    return colon > 0 && after !== '' && isAnchor(text.slice(0, colon)) ? [{ text: after, place }] : [];
  });
  return [...beside, ...inline].map((place) => ({ ...place, rule }));
}

type Beside = Omit<AnchoredPassage, 'rule'>;

/** A JSON document states each member once. */
const membersAt = ({ members }: Reading, rule: string): readonly AnchoredPassage[] =>
  members
    .filter(({ pointer, type }) => pointer === rule.slice('selector:'.length) && type !== 'null')
    .map(({ pointer, value }) => ({ text: value, place: memberPlace(pointer), rule }));

/** Cells beside the anchor in its row; a cell that spans columns is repeated, and stands once. */
function cellsBeside(
  { path, rows }: Reading['tables'][number],
  isAnchor: (text: string) => boolean,
): readonly Beside[] {
  return rows.flatMap((row, line) => {
    const at = row.findIndex((cell) => cell !== '');
    const anchor = row[at];
    if (anchor === undefined || !isAnchor(anchor)) return [];
    const known = new Set(['', anchor]);
    return row.flatMap((text, column) => {
      if (known.has(text)) return [];
      known.add(text);
      return [{ text, place: cellPlace(path, line + 1, column + 1) }];
    });
  });
}

function cellsOfPage(page: ReadingPage, number: number, isAnchor: (text: string) => boolean): readonly Beside[] {
  return page.tables.flat().flatMap((row) => {
    const [anchor, ...others] = row.filter(([, , , , text]) => text !== '');
    if (anchor === undefined || !isAnchor(anchor[4])) return [];
    return others.map(([x0, y0, x1, y1, text]) => ({ text, place: pdfPlace(number, boxAround([[x0, y0, x1, y1]])) }));
  });
}

/** The block after the one that is the anchor. */
function blocksBeside(blocks: Reading['blocks'], isAnchor: (text: string) => boolean): readonly Beside[] {
  return blocks.flatMap(({ text }, index) => {
    const [next] = blocks.slice(index + 1, index + 2).filter(({ heading }) => heading === null);
    if (next === undefined || !isAnchor(text)) return [];
    return [{ text: next.text, place: blockPlace(next.path, 0, next.text.length) }];
  });
}
