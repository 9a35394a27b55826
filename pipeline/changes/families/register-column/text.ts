/** Texts of a cell and of the difference of two cells. */
import type { CellChange } from '../../../registers/columns/cell-change.ts';
import type { Column } from '../../../registers/columns/column.ts';
import { columnOf, columns } from '../../../registers/columns/columns.ts';
import type { RegisterColumnValue, RegisterListedValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { fill } from '../../../text/template.ts';
import {
  formatDate,
  formatIsoDate,
  joinFilled,
  joinList,
  midSentence,
  oneLine,
  orElse,
  quoted,
} from '../../../text/values.ts';
import { isAddress, publisherOf } from '../../../text/publisher-text.ts';
import { blankCell, linkTexts, memberTexts, unnamedRegister } from './templates.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

/** Everything that the texts of a change depend on. */
export interface CellFacts {
  readonly column: Column;
  readonly cell: CellChange;
  /** The new cell, or the old one if the new one is blank. */
  readonly stated: RegisterColumnValue;
  /** Name of the column in its file. */
  readonly field: string;
  /** Last reading of the row; null when there is none. */
  readonly row: RegisterListedValue | null;
  readonly asOf: number;
}

/** Kind and texts of a change, and a note beside each of the two values. */
export type ExplainedCell = Pick<Finding, 'kind' | 'changeKind' | 'wording'> & {
  readonly label: string;
  readonly previous: StatedCell;
  readonly current: StatedCell;
};

interface StatedCell {
  /** Content on one line; null when the cell is blank. */
  readonly line: string | null;
  readonly note: string | null;
}

/** The values of a change as text. */
interface CellTexts {
  readonly slots: Readonly<Record<SlotName, string>>;
  /** Content on one line; null when the cell is blank. */
  readonly before: string | null;
  readonly after: string | null;
}

type SlotName = 'Label' | 'label' | 'Register' | 'register' | 'date' | 'before' | 'after' | 'Members' | 'moved' | Place;
type Place = 'from' | 'to';

/** Places of this column's identifiers and of the other column's, inside a sentence. */
export const placesOf = ({ places }: Column): Readonly<Record<Place, string>> =>
  places ?? columns.dti.places ?? { from: '', to: '' };

/** Parts of a sentence about members, in their order. */
const memberParts = ['added', 'removed', 'movedIn', 'movedOut'] as const;

/** A link by its publisher, other content as published. */
const contentInSentence = (text: string): string =>
  isAddress(text) ? fill(linkTexts.page, { publisher: publisherOf(text) }) : quoted(text);

/** The later of two texts that are equal: they name the same publisher if they are links. */
const linkAgain = ({ after }: CellChange, text: string): string =>
  after !== null && isAddress(after.text) ? fill(linkTexts.other, { publisher: publisherOf(after.text) }) : text;

/**
 * All values of a change as text, in one pass. A date is written out, a set is a list, any other content is as published:
 * in quotation marks, except codes of an LEI record.
 */
export function cellTexts({ column, cell, stated, field, asOf }: CellFacts): CellTexts {
  const isCode = column.isCode === true && stated.matchedBy === 'party';
  const places = placesOf(column);
  const sides = [cell.wasBlank ? null : cell.before, cell.isBlank ? null : cell.after].map((side) => {
    if (side === null) return { line: null, inSentence: blankCell };
    const { date = '', items = [], text, meaning } = side;
    if (date.trim() !== '') {
      const day = formatIsoDate(date);
      const line = oneLine(day);
      return { line, inSentence: isCode ? line : day };
    }
    const { memberText } = meaning === stated.meaning ? column : columnOf(meaning);
    const members = joinFilled(items, memberText);
    const line = members === '' ? oneLine(text) : members;
    return { line, inSentence: isCode || members !== '' ? line : contentInSentence(text) };
  });
  const [before = blankCell, after = blankCell] = sides.map(({ inSentence }) => inSentence);
  const label = sentenceCase(orElse(stated.label, field));
  const register = orElse(stated.register, unnamedRegister);
  const slots = {
    Label: label,
    label: midSentence(label),
    Register: sentenceCase(register),
    register,
    date: formatDate(asOf),
    before,
    after: after === before ? linkAgain(cell, after) : after,
    moved: joinList(cell.members.movedOut),
    ...places,
  };
  const lists = memberParts
    .map((part) => [part, joinFilled(cell.members[part], column.memberText)] as const)
    .filter(([, items]) => items !== '');
  const members = lists.map(([part, items]) => fill(memberTexts[part], { items, place: places.to })).join('; ');
  return {
    slots: { ...slots, Members: sentenceCase(members) },
    before: sides[0]?.line ?? null,
    after: sides[1]?.line ?? null,
  };
}
