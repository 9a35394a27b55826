/** Languages of documents, by the words of their text: tags of files are often wrong. */

/** Languages in which sentences are read. */
const sentenceLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl'] as const;
export type SentenceLanguage = (typeof sentenceLanguages)[number];

/** Frequent words that no other of these languages has. */
const frequent: Readonly<Record<SentenceLanguage, readonly string[]>> = {
  en: ['the', 'of', 'and', 'you', 'your', 'with', 'this', 'which', 'any', 'or'],
  de: ['der', 'und', 'nicht', 'das', 'mit', 'für', 'oder', 'sie', 'wird', 'auf'],
  fr: ['les', 'des', 'vous', 'dans', 'est', 'pour', 'une', 'ou', 'au', 'sur'],
  es: ['los', 'las', 'el', 'para', 'por', 'usted', 'y', 'del', 'al', 'esta'],
  it: ['il', 'di', 'della', 'che', 'per', 'gli', 'è', 'nel', 'o', 'alla'],
  nl: ['het', 'een', 'van', 'niet', 'voor', 'wij', 'zijn', 'aan', 'door', 'of'],
  pl: ['się', 'nie', 'oraz', 'jest', 'lub', 'na', 'przez', 'w', 'z', 'do'],
};
const languageOfWord = new Map<string, readonly SentenceLanguage[]>();
for (const language of sentenceLanguages) {
  for (const word of frequent[language]) languageOfWord.set(word, [...(languageOfWord.get(word) ?? []), language]);
}

/** Words that are counted, and frequent ones that there must be at least. */
const mostWords = 20_000;
const fewest = 5;
/** The language has so many times as many frequent words as the next one. */
const clearly = 2;

/** The language of most words of the texts; null where none has clearly the most. */
export function languageOfTexts(texts: Iterable<string>): SentenceLanguage | null {
  const counts = new Map<SentenceLanguage, number>();
  let words = 0;
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      words += 1;
      for (const language of languageOfWord.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    if (words >= mostWords) break;
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (first === undefined || first[1] < fewest) return null;
  return first[1] >= clearly * (second?.[1] ?? 0) ? first[0] : null;
}

const numbers: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    1: 'ein eine einem einen einer un une un uno una een één jeden jednego',
    2: 'zwei deux dos due twee dwa dwóch dwie',
    3: 'drei trois tres tre drie trzy trzech',
    4: 'vier quatre cuatro quattro cztery',
    5: 'fünf cinq cinco cinque vijf pięć',
    6: 'sechs six seis sei zes sześć sześciu',
    7: 'sieben sept siete sette zeven siedem',
    8: 'acht huit ocho otto osiem',
    10: 'zehn dix diez dieci tien dziesięć',
    14: 'vierzehn quatorze catorce quattordici veertien czternaście czternastu',
    15: 'fünfzehn quinze quince quindici vijftien piętnaście',
    20: 'zwanzig vingt veinte venti twintig dwadzieścia',
    30: 'dreißig dreissig trente treinta trenta dertig trzydzieści trzydziestu',
    60: 'sechzig soixante sesenta sessanta zestig sześćdziesiąt',
    90: 'neunzig noventa novanta negentig dziewięćdziesiąt',
  }).flatMap(([number, words]) => words.split(' ').map((word) => [word, Number(number)])),
);

/** A count in digits, in words of these languages, or in both when they agree: `30`, `trente (30)`. */
export function countAbroad(text: string): number | null {
  const [, word = '', digits = ''] = /^(\p{L}*) ?\(?(\d{0,3})\)?$/u.exec(text.trim().toLowerCase()) ?? [];
  const named = word === '' ? undefined : numbers[word];
  if (word !== '' && named === undefined) return null;
  if (digits === '') return named ?? null;
  return named === undefined || named === Number(digits) ? Number(digits) : null;
}
