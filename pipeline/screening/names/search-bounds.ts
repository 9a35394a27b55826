/** What of a published name no search reads, because names are never that long. */
import { everyPart, longestCell, mostParts } from './names-in-names.ts';
import { levelled, mostLetters, mostWords, wordsOf } from './reading/read-words.ts';

const longWord = new RegExp(String.raw`[\p{L}\p{N}\p{M}']{${mostLetters + 1},}`, 'u');

/** A sentence for each bound that the text exceeds; none for almost every name. Equality reads a whole name at any length. */
export function unsearchedOf(name: string): readonly string[] {
  if (name.length <= mostLetters) return [];
  const parts = everyPart(name, 'organisation');
  const beyond = parts[mostParts];
  const words = wordsOf(levelled(name), name.length);
  const behind = words[mostWords];
  const long = longWord.exec(name)?.[0];
  return [
    ...(name.length <= longestCell
      ? []
      : [`Names inside it are searched in its first ${longestCell} characters only.`]),
    ...(beyond === undefined
      ? []
      : [
          `It states ${parts.length} names, of which the first ${mostParts} are searched, to the one before “${beyond.name}”.`,
        ]),
    ...(behind === undefined || parts.length > 0
      ? []
      : [`Similar names are searched by its first ${mostWords} words only, to the one before “${behind.written}”.`]),
    ...(long === undefined
      ? []
      : [`Similar names are searched by the first ${mostLetters} letters of “${long}” only.`]),
  ];
}
