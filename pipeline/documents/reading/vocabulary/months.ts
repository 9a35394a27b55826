/** Months as dates name them, in seven languages; a name that two months share is in none of the lists. */
const names: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner', 'janvier', 'enero', 'gennaio', 'januari', 'stycznia'],
  ['february', 'februar', 'février', 'febrero', 'febbraio', 'februari', 'lutego'],
  ['march', 'märz', 'mars', 'marzo', 'maart', 'marca'],
  ['april', 'avril', 'abril', 'aprile', 'kwietnia'],
  ['may', 'mai', 'mayo', 'maggio', 'mei', 'maja'],
  ['june', 'juni', 'juin', 'junio', 'giugno', 'czerwca'],
  ['july', 'juli', 'juillet', 'julio', 'luglio', 'lipca'],
  ['august', 'août', 'agosto', 'augustus', 'sierpnia'],
  ['september', 'septembre', 'septiembre', 'setiembre', 'settembre', 'września'],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre', 'października'],
  ['november', 'novembre', 'noviembre', 'listopada'],
  ['december', 'dezember', 'décembre', 'diciembre', 'dicembre', 'grudnia'],
];

const numbers: ReadonlyMap<string, number> = new Map(
  names.flatMap((month, index) => month.map((name) => [name, index + 1] as const)),
);

/** English months by their first three letters. */
const short: ReadonlyMap<string, number> = new Map(
  names.map(([english = ''], index) => [english.slice(0, 3), index + 1] as const),
);

/** 1 to 12 by the name of the month, or by the first letters of the English one; 0 for another word. */
export function monthOf(name: string): number {
  const word = name.toLowerCase().replace(/\.$/, '');
  return numbers.get(word) ?? short.get(word === 'sept' ? 'sep' : word) ?? 0;
}
