/** Names of natural persons: given and family names, initials and particles. */
import { withoutTones } from './mandarin.ts';
import { phraseAtEnd, phraseAtStart, phrasesOf } from './phrases.ts';
import { inOrder } from '../name-order.ts';
import { lettersMass } from './read-organisation.ts';
import { isInitial, levelled, oneWord, wordsOf } from './read-words.ts';
import { particles as particleRows, suffixes as suffixRows, titles as titleRows } from '../tables/tables.ts';
import { type RawWord, type ReadName, type Word, withClass } from './word.ts';

const titles = phrasesOf(titleRows);
const suffixes = phrasesOf(suffixRows);
const particles = phrasesOf(particleRows).heads;

const masses = { initial: 1.5, particle: 0.3, abd: 4.5, again: 0.45 } as const;

/** Reads a name of a person. */
export function readPerson(name: string): ReadName {
  let words = wordsOf(inOrder(withoutTones(levelled(name))));
  for (let title = phraseAtStart(words, titles); title !== null; title = phraseAtStart(words, titles)) {
    words = words.slice(title.length);
  }
  for (let suffix = phraseAtEnd(words, suffixes); suffix !== null; suffix = phraseAtEnd(words, suffixes)) {
    words = words.slice(0, -suffix.length);
  }
  const earlier = new Set<string>();
  return {
    mode: 'person',
    words: joinedAbdullah(words)
      .flatMap(splitServant)
      .flatMap(splitArticle)
      .map((word) => classed(word, earlier)),
    forms: [],
  };
}

/** `عبد الله` is the one name Abdullah. */
function joinedAbdullah(words: readonly RawWord[]): readonly RawWord[] {
  if (!words.some(({ bare, written }) => bare && written === god)) return words;
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (word.written === servant && next?.written === god) return [oneWord([word, next])];
    return word.written === god && words[at - 1]?.written === servant ? [] : [word];
  });
}

const [servant, god] = ['عبد', 'الله'] as const;
const article = 'ال';
const leastBehindArticle = 3;

/** The article is written with the word behind it: `التكريتي` is `al Tikriti`, `عبدالكريم` is `Abd al Karim`. */
function splitArticle(word: RawWord): readonly RawWord[] {
  if (!word.bare || word.written.includes(' ')) return [word];
  const { written } = word;
  if (written.startsWith(servant + article) && !written.endsWith(god)) {
    const rest = partOf(word, written.slice(servant.length + article.length));
    return rest === null ? [word] : [{ ...word, text: 'abd', written: servant }, rest];
  }
  if (!written.startsWith(article) || written === god) return [word];
  const rest = partOf(word, written.slice(article.length));
  return rest === null ? [word] : [{ ...word, text: 'al', written: article }, rest];
}

function partOf(word: RawWord, written: string): RawWord | null {
  const [part] = written.length < leastBehindArticle ? [] : wordsOf(written);
  return part === undefined ? null : { ...word, ...part };
}

/** `Abdulrahman` is `Abdul Rahman`; `Abdullah` is one name. */
function splitServant(word: RawWord): readonly RawWord[] {
  if (!word.text.startsWith('abd')) return [word];
  const found = /^(abd[uea]l|abdoul)(.{3,})$/.exec(word.text);
  const [, servant = '', rest = ''] = found ?? [];
  if (rest === '' || rest === 'lah') return [word];
  const isPlain = word.written.length === word.text.length;
  const at = servant.length;
  return [
    { ...word, text: servant, written: isPlain ? word.written.slice(0, at) : servant },
    { ...word, text: rest, written: isPlain ? word.written.slice(at) : rest },
  ];
}

function classed(word: RawWord, earlier: Set<string>): Word {
  if (isInitial(word)) return withClass(word, 'initial', masses.initial, null);
  const particle = particles.get(word.text);
  if (particle !== undefined) {
    const mass = particle === 'abd' ? masses.abd : masses.particle;
    return withClass(word, 'particle', mass, `particle ${particle}`);
  }
  const mass = lettersMass(word) * (earlier.has(word.text) ? masses.again : 1);
  earlier.add(word.text);
  return withClass(word, 'name', mass, null);
}
