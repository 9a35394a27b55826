import { isOld, limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { sourceKeyOf, tokenRegisters } from '../../../../schemas/terms/source-keys.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';
import { dayOf } from '../../day-text.ts';
import type { RegisterRow, StandingFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether a register names the token, and what registers state against it or its issuer. */
export function registerPart(facts: StandingFacts, now: number): StandingPart {
  const { record, tables, feeds } = facts;
  if (tables === null || feeds === null) return unknownNow('register');
  const { rows } = tables;
  const against = registerAgainst(rows, now);
  if (against !== null) return adverse('register', 'high', [against.word, against.note]);
  const named = rows.filter(isAboutToken);
  if (named.length === 0) {
    return record.regimes.length === 0
      ? open('register', ['No regime', 'No regime is declared, and no register names the token.'])
      : open('register', ['Not found', 'No register that was read names the token.']);
  }
  const dated = named.flatMap((row) => {
    const source = facts.registers.find(({ feed }) => feed === row.feed);
    const readAt = feeds.readAt.get(row.feed);
    return source === undefined || readAt === undefined ? [] : [{ row, readAt, youngForMs: youngFor.feed(source) }];
  });
  const [newest] = [...dated].sort((a, b) => limitAt(b.readAt, b.youngForMs) - limitAt(a.readAt, a.youngForMs));
  if (newest === undefined) return open('register', ['Not read', 'The register that named the token was not read.']);
  const { row, readAt, youngForMs } = newest;
  const endsAt = endOf(named);
  const dates = { asOf: readAt, limitAt: limitAt(readAt, youngForMs) };
  if (isOld(readAt, youngForMs, now)) {
    return open(
      'register',
      ['In the register, read long ago', `${row.register}, last read on ${dayOf(readAt)}.`],
      dates,
    );
  }
  if (endsAt !== null) {
    const words = [`Authorised until ${dayOf(endsAt)}`, `${row.register} states that end.`] as const;
    return open('register', words, { ...dates, limitAt: Math.min(dates.limitAt, endsAt - 1) });
  }
  return good('register', ['In the register', `${row.register} names the token.`], dates);
}

const isAboutToken = (row: RegisterRow): boolean =>
  row.isOfToken && row.matchedBy === 'identifier' && row.polarity === 'authorised' && row.status === 'listed';

const endOf = (rows: readonly RegisterRow[]): number | null => {
  const ends = rows.flatMap(({ endsAt }) => endsAt ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
};

/** What a register states against the token or its issuer. */
export interface Against {
  readonly word: string;
  readonly note: string;
  /** The same as a sentence about the token. */
  readonly sentence: string;
}

/** The first row that states something against the token or its issuer; null without one. */
export const registerAgainst = (rows: readonly RegisterRow[], now: number): Against | null =>
  rows.map((row) => againstOf(row, rows, now)).find((against) => against !== null) ?? null;

function againstOf(row: RegisterRow, rows: readonly RegisterRow[], now: number): Against | null {
  const { matchedBy, polarity, status, register, endsAt, isInactive, isOfToken } = row;
  if (!isOfToken || matchedBy === 'party') return null;
  const isListed = status === 'listed';
  const named = matchedBy === 'identifier' ? 'it' : 'its issuer';
  if (polarity === 'non_compliant' && isListed) {
    return against('On a list of non-compliant entities', `${register}.`, `${sentenceCase(register)} names ${named}.`);
  }
  if (polarity === 'identity' && isListed && isInactive) {
    const sentence = `${sentenceCase(register)} states that the entity of its issuer is not active.`;
    return against('Entity not active', `${register} states it.`, sentence);
  }
  if (polarity !== 'authorised') return null;
  if (isListed && endsAt !== null && endsAt <= now) {
    const sentence = `The authorisation in ${register} ended on ${dayOf(endsAt)}.`;
    return against('Authorisation ended', `${register} states ${dayOf(endsAt)} as its end.`, sentence);
  }
  // A row of the issuer in a register of tokens is about another token.
  if (matchedBy === 'issuer' && tokenRegisters.includes(sourceKeyOf.register(row.feed))) return null;
  const hasAnother = rows.some((other) => other.feed === row.feed && other.matchedBy === matchedBy && isCounted(other));
  if (status !== 'removed' || hasAnother) return null;
  const sentence = `${sentenceCase(register)} no longer has the row that named ${named}.`;
  return against('Removed from the register', `${register} has the row no longer.`, sentence);
}

const against = (word: string, note: string, sentence: string): Against => ({ word, note, sentence });

const isCounted = ({ isOfToken, status }: RegisterRow): boolean => isOfToken && status === 'listed';
