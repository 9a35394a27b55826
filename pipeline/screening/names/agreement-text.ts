/** The words in which two similar names agree, as sentences. */
import { type AgreedWords, type Agreement, isLatin } from './pairing/agreement.ts';
import { fill } from '../../text/template.ts';
import { clipped, joinList, quoted } from '../../text/values.ts';
import type { ComparedNames } from './compare-names.ts';
import type { NamePart } from './names-in-names.ts';
import { agreementPhrases as phrases } from './agreement-templates.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

export interface Sides {
  readonly ours: string;
  readonly listed: string;
  /** Starts of a sentence about a whole name. */
  readonly ourName: string;
  readonly listedName: string;
}

/** `The listed name states “Example” after “formerly”.` */
export const partText = (
  Name: string,
  { name, written = name, mark, place }: Pick<NamePart, 'name' | 'written' | 'mark' | 'place'>,
): string => fill(phrases.part, { Name, part: quoted(written), place, mark: quotedWord(mark) });

/** Which names inside the two agree; empty where the whole names do. */
export const partsText = ({ parts }: Pick<ComparedNames, 'parts'>, { ourName, listedName }: Sides): string =>
  [
    ...(parts?.ours === undefined ? [] : [partText(ourName, parts.ours)]),
    ...(parts?.listed === undefined ? [] : [partText(listedName, parts.listed)]),
  ].join(' ');

/** Words beyond these are counted, not quoted. */
const mostWords = 12;
const longestWord = 48;

/** What agrees, what differs and what only one side has. Parts without content are left out. */
export function agreementText({ agreement, onlyOurs, onlyListed }: Agreement, sides: Sides): string {
  const both = agreement.filter(({ by }) => by === 'same').map(({ ours }) => quotedWord(ours));
  const notes = agreement.flatMap((words) => noteOf(words) ?? []);
  const numbers = agreement.filter(({ by }) => by === 'number');
  return [
    ...(both.length === 0 ? [] : [fill(phrases.both, { words: wordList(both) })]),
    ...(notes.length === 0 ? [] : [`${sentenceCase(notes.join('; '))}.`]),
    ...numbers.map(({ ours, listed }) => fill(phrases.numbers, { ours: short(ours), listed: short(listed) })),
    ...unpaired(onlyOurs, wordsOf(agreement, 'listed'), { side: sides.ours, Name: sides.ourName }),
    ...unpaired(onlyListed, wordsOf(agreement, 'ours'), { side: sides.listed, Name: sides.listedName }),
  ].join(' ');
}

/** Words of one name that have no counterpart. A word that the other name has, too, is not in one name only. */
function unpaired(
  words: readonly string[],
  others: ReadonlySet<string>,
  { side, Name }: { readonly side: string; readonly Name: string },
): readonly string[] {
  const isRepeated = (word: string): boolean => others.has(word.toLowerCase());
  const repeated = [...new Set(words.filter(isRepeated))];
  const only = words.filter((word) => !isRepeated(word));
  return [
    ...(repeated.length === 0 ? [] : [fill(phrases.repeated, { Name, words: wordList(repeated.map(quotedWord)) })]),
    ...(only.length === 0 ? [] : [fill(phrases.only, { side, words: wordList(only.map(quotedWord)) })]),
  ];
}

const wordsOf = (agreement: readonly AgreedWords[], side: 'ours' | 'listed'): ReadonlySet<string> =>
  new Set(agreement.flatMap((words) => words[side].toLowerCase().split(' ')));

/** One pair of words that are not the same; null for those that have a sentence of their own. */
function noteOf(words: AgreedWords): string | null {
  const [ours, listed] = [quotedWord(words.ours), quotedWord(words.listed)];
  switch (words.by) {
    case 'same':
    case 'number':
      return null;
    case 'meaning':
      return fill(phrases.sameMeaning, { ours, listed });
    case 'nickname':
      return fill(phrases.nickname, { ours, listed });
    case 'initial':
      return words.ours.length <= words.listed.length
        ? fill(phrases.initial, { short: ours, long: listed })
        : fill(phrases.initial, { short: listed, long: ours });
    case 'sound':
      return isLatin(words.ours)
        ? fill(phrases.sound, { bare: listed, full: ours })
        : fill(phrases.sound, { bare: ours, full: listed });
    case 'spelling':
      return fill(phrases.spelling, { ours, listed });
    case 'joined':
      return joinedNote(words);
    case 'script':
      return scriptNote(words);
  }
}

function joinedNote({ ours, listed }: AgreedWords): string {
  const [first, second] = [quotedWord(ours), quotedWord(listed)];
  const isSame = ours.replaceAll(' ', '').toLowerCase() === listed.replaceAll(' ', '').toLowerCase();
  if (ours.includes(' ') && listed.includes(' '))
    return fill(isSame ? phrases.divided : phrases.spelling, { ours: first, listed: second });
  const [several, one] = ours.includes(' ') ? [first, second] : [second, first];
  return isSame ? fill(phrases.joined, { several }) : fill(phrases.joinedOtherwise, { several, one });
}

function scriptNote({ ours, listed }: AgreedWords): string {
  const [first, second] = [quotedWord(ours), quotedWord(listed)];
  if (isLatin(listed)) return fill(phrases.script, { other: first, latin: second });
  return isLatin(ours)
    ? fill(phrases.script, { other: second, latin: first })
    : fill(phrases.scripts, { ours: first, listed: second });
}

const short = (word: string): string => clipped(word, longestWord);
const quotedWord = (word: string): string => `“${short(word)}”`;

const wordList = (words: readonly string[]): string =>
  words.length <= mostWords
    ? joinList(words)
    : joinList([...words.slice(0, mostWords), `${words.length - mostWords} more words`]);
