import { budgets } from '../limits.ts';

/** What was found wrong while reading: alarms, and why the reading is not whole. */
export interface Notes {
  /** Something is wrong; the reading is whole all the same. */
  readonly alarm: (sentence: string) => void;
  /** A part is missing in the reading. The first reason is kept. */
  readonly partly: (reason: string) => void;
  readonly alarms: () => readonly string[];
  readonly reason: () => string | null;
}

export function createNotes(): Notes {
  const alarms = new Set<string>();
  let first: string | null = null;
  const alarm = (sentence: string): void => {
    if (alarms.size < budgets.alarms) alarms.add(sentence.toWellFormed());
  };
  return {
    alarm,
    partly: (reason) => {
      first ??= reason.toWellFormed();
      alarm(reason);
    },
    alarms: () => [...alarms],
    reason: () => first,
  };
}

/** Counts characters of text against the budget; false when they are used up. */
export function createTextBudget(notes: Notes): (text: string) => boolean {
  let used = 0;
  return (text) => {
    used += text.length;
    if (used <= budgets.characters) return true;
    notes.partly(`the document has more than ${budgets.characters} characters of text; the rest is not read`);
    return false;
  };
}
