/** What lists write beside a name and is no part of it: a birth or death, what became of a company, a footnote. */
import { statesOfNames } from './tables/tables.ts';

/** A day or year of birth or of death in brackets. Linear: no repetition is followed by one of the same. */
const birth = /[([]\s?(?:(born|b\.|dob:?|d\.o\.b\.:?)\s[^()[\]]{1,40}|(deceased|died)(?:\s[^()[\]]{1,40})?)[)\]]/giu;

const alternatives = (texts: readonly string[]): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replaceAll('.', '\\.').replaceAll(' ', '\\s'))
    .join('|');
const inBrackets = new RegExp(String.raw`[([]\s?(${alternatives(statesOfNames)})\.?\s?[)\]]`, 'giu');
/** Without brackets one word may be the last one of a name. */
const several = alternatives(statesOfNames.filter((state) => /[ .]/.test(state)));
const atEnd = new RegExp(String.raw`(?:,|\s[-–])?\s(${several})\.?\s?$`, 'iu');
const footnote = /\s?(\[\d{1,2}\])\s?$/;

export interface WithoutNotes {
  readonly text: string;
  /** One of them as written; undefined without any. */
  readonly note: string | undefined;
}

/** Whether a text that has no bracket may have a note. */
export const mayEndInNote = (text: string): boolean => atEnd.test(text);

/** The text without notes. */
export function withoutNotes(text: string): WithoutNotes {
  let note: string | undefined;
  const drop = (_: string, ...[first, second]: readonly (string | undefined)[]): string => {
    note ??= typeof first === 'string' ? first : second;
    return ' ';
  };
  const rest = text
    .replaceAll(birth, (whole, born?: string, died?: string) => drop(whole, born, died))
    .replaceAll(inBrackets, (whole: string, state: string) => drop(whole, state))
    .replace(footnote, (whole: string, mark: string) => drop(whole, mark))
    .replace(atEnd, (whole: string, state: string) => drop(whole, state));
  return { text: rest, note };
}
