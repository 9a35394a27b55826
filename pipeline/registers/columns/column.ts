import type { RegisterColumnValue } from '../../../schemas/facts.ts';
import { isDamageOf } from '../damaged-text.ts';
import { foldText, normaliseText } from '../spellings.ts';
import type { Check } from './checks.ts';
import type { Cell, CellDifference, CellReading } from './cell.ts';
import { type CellChange, cellChange, sameMembers } from './cell-change.ts';

/** How the cells of a kind of column are written. */
export interface Notation {
  /** Content of a cell that is not blank, whitespace normalised. */
  readonly read: (text: string) => CellReading;
  /** Equal for two cells with the same content. `text` has normalised whitespace and may be blank. */
  readonly key: (text: string) => string;
  /** Equal for two published cells that differ only in spelling. */
  readonly looseKey?: (cell: string) => string;
  /** Whether two observed cells have the same content although neither texts nor readings are equal. */
  readonly isSame?: (before: RegisterColumnValue, after: RegisterColumnValue) => boolean;
  /** Whether a text, whitespace normalised, only fills a cell that states nothing: it reads as blank and raises an alarm. */
  readonly isPlaceholder?: (text: string) => boolean;
  /** Text in a language, which a wrong encoding may damage. */
  readonly holdsText?: true;
  /** Identifiers belong to the row: one that only moved here from another column is no difference. */
  readonly areIdentifiers?: true;
}

/** Further properties of a meaning. All are optional. */
export interface Traits {
  /** Pattern of texts that stand for a blank cell. */
  readonly blank?: RegExp;
  readonly looseKey?: (cell: string) => string;
  /** Finds content that does not fit the column. */
  readonly check?: Check;
  /** Text of a member of a set; absent: the member itself. */
  readonly memberText?: (member: string) => string;
  /** Every difference is editorial. */
  readonly isEditorial?: true;
  /** A name: letters that it lost, or has again, are no change of it. */
  readonly isName?: true;
  /** A blank cell is a gap of the file, and no statement about the entity. */
  readonly blankIsGap?: true;
  /** The date of an event: one after the date of the file, or before an earlier stated one, deserves a note. */
  readonly isPast?: true;
  /** The date on which an authorisation ends: one that is far in the future is none. */
  readonly endsAuthorisation?: true;
  /** Whether a new text corrects the earlier one. */
  readonly corrects?: (text: string) => boolean;
  /** Codes of GLEIF: shown without quotation marks, with a note. */
  readonly isCode?: true;
  /** Details of a relation between legal entities, or of an instrument: facts that cause no change by themselves. */
  readonly isRelation?: true;
  /** Template of a change in an LEI record, if the meaning has its own. */
  readonly recordTemplate?: 'registrationStatus' | 'entityStatus' | 'legalName';
  /** Content of the row's other columns that belongs to an observation of this one. */
  readonly beside?: 'previous_names' | 'successor';
  /** Identifier columns: the place of this column's identifiers in a sentence, and of the other column's. */
  readonly places?: { readonly from: string; readonly to: string };
}

/** A meaning of a register's columns: how to read, compare, check and explain a cell. */
export interface Column extends Traits {
  /** What the column contains, and why that matters to a holder. */
  readonly field: { readonly meaning: string; readonly stake: string };
  readonly areIdentifiers: boolean;
  /** Text in a language: a cell of it that lost letters is none, and the earlier one stays. */
  readonly holdsText: boolean;
  /** Reads a published cell; null when it is blank. */
  readonly read: (cell: string) => CellReading | null;
  /** The same for a cell whose whitespace is normalised (`normaliseText`). */
  readonly readText: (text: string) => CellReading | null;
  /** Whether a published cell only fills a place: it reads as blank, and that deserves an alarm. */
  readonly isPlaceholder: (cell: string) => boolean;
  /** Equal for two published cells with the same content, whitespace normalised. */
  readonly key: (text: string) => string;
  /** Whether two published cells with different keys differ only in spelling. */
  readonly isRespelled: (before: string, after: string) => boolean;
  /** Compares two published cells: their keys, then their spelling. */
  readonly difference: (before: string, after: string) => CellDifference;
  /** Compares two observed cells. */
  readonly compare: (before: Cell, after: Cell) => CellChange;
}

/** Texts longer than this are never blank. */
const longestBlank = 20;
const usualBlank = /^(?:n\/?a\.?|-+)$/i;

/** Defines a meaning: how its cells are written, what it contains and why it matters, and its further properties. */
export function defineColumn(notation: Notation, { meaning, stake, ...traits }: Column['field'] & Traits): Column {
  const { blank = usualBlank, looseKey = notation.looseKey ?? foldText, isEditorial, blankIsGap, isName } = traits;
  const holdsText = notation.holdsText === true && traits.isCode !== true;
  const isUsualBlank = (text: string): boolean => text === '' || (text.length <= longestBlank && blank.test(text));
  const isPlaceholderText = (text: string): boolean => !isUsualBlank(text) && notation.isPlaceholder?.(text) === true;
  const isBlankText = (text: string): boolean => isUsualBlank(text) || isPlaceholderText(text);
  const readText = (text: string): CellReading | null => (isBlankText(text) ? null : notation.read(text));
  const isRespelled = (before: string, after: string): boolean => {
    if (isEditorial === true) return true;
    const [earlier, text] = [normaliseText(before), normaliseText(after)];
    const [wasBlank, isBlank] = [isBlankText(earlier), isBlankText(text)];
    if ((wasBlank ? '' : looseKey(before)) === (isBlank ? '' : looseKey(after))) return true;
    return isName === true && (isDamageOf(earlier, text) || isDamageOf(text, earlier));
  };
  const difference = (before: string, after: string): CellDifference => {
    if (notation.key(normaliseText(before)) === notation.key(normaliseText(after))) return 'equal';
    return isRespelled(before, after) ? 'editorial' : 'changed';
  };
  const hasSameContent = (before: Cell, after: Cell): boolean => {
    if (before === null || after === null) return false;
    if (before.text === after.text) return true;
    if (before.items !== undefined && after.items !== undefined) return sameMembers(before.items, after.items);
    if (before.date !== undefined && after.date !== undefined) return before.date === after.date;
    return notation.isSame?.(before, after) === true || difference(before.text, after.text) !== 'changed';
  };
  return {
    ...traits,
    field: { meaning, stake },
    areIdentifiers: notation.areIdentifiers === true,
    holdsText,
    read: (cell) => readText(normaliseText(cell)),
    readText,
    isPlaceholder: (cell) => isPlaceholderText(normaliseText(cell)),
    key: notation.key,
    isRespelled,
    difference,
    compare: (before, after) => {
      const change = cellChange(before, after);
      const { added, removed, movedOut } = change.members;
      const isSame =
        isEditorial === true ||
        (notation.areIdentifiers === true
          ? added.length + removed.length + movedOut.length === 0
          : change.wasBlank || change.isBlank
            ? blankIsGap === true || change.wasBlank === change.isBlank
            : hasSameContent(before, after));
      return { ...change, isSame };
    },
  };
}
