import { emptyReading, type Reading, type ReadingMember } from '../../../schemas/values/reading.ts';
import { JsonTooLarge, parseJsonWithin } from '../../../schemas/values/json-size.ts';
import { budgets, documentJson } from '../limits.ts';
import { createTextBudget, type Notes } from './notes.ts';
import { NotReadable } from './not-readable.ts';
import { wordsOf } from './text.ts';

/** JSON: every text, number, boolean and null with its pointer. Numbers are those of JavaScript. */
export function readJson(text: string, notes: Notes): Reading {
  const root = parsed(text.replace(/^\ufeff/, ''));
  const within = createTextBudget(notes);
  const members: ReadingMember[] = [];
  // A stack instead of recursion: the parser accepts deeper documents than the call stack.
  const open: (readonly [pointer: string, value: unknown])[] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [pointer, value] = next;
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value).reverse()) open.push([`${pointer}/${escaped(name)}`, member]);
      continue;
    }
    if (members.length >= budgets.members) {
      notes.partly(`the document has more than ${budgets.members} values; the rest is not read`);
      break;
    }
    const shown = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    // The pointer counts as well: a deep document repeats it at every value.
    if (!within(pointer) || !within(shown)) break;
    const type = value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
    members.push({ pointer, value: shown, type });
  }
  const ownWords = members.reduce((sum, { pointer, value }) => sum + wordsOf(pointer) + wordsOf(value), 0);
  return { ...emptyReading, class: 'json', members, ownWords };
}

function parsed(text: string): unknown {
  try {
    return parseJsonWithin(text, documentJson);
  } catch (error) {
    if (error instanceof JsonTooLarge) throw new NotReadable(`the document ${error.message}`);
    throw new NotReadable('the document is not valid JSON');
  }
}

const escaped = (name: string): string => name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
