/** The white paper templates of MiCA: numbers and labels of their fields, by table. */
import { foldedWords, sharedWords } from '../notation/words.ts';
import { otherTokenLabels } from './labels-2.ts';
import { assetReferencedLabels } from './labels-3.ts';
import { eMoneyLabels } from './labels-4.ts';

/** Table 2: other crypto-assets; 3: asset-referenced tokens; 4: e-money tokens. */
export type TemplateTable = 2 | 3 | 4;
export const templateTables: readonly TemplateTable[] = [2, 3, 4];

interface TemplateField {
  /** Such as `G.18`. */
  readonly number: string;
  readonly words: readonly string[];
  /** The words in one text. */
  readonly key: string;
}

const fieldsOf = (labels: string): ReadonlyMap<string, TemplateField> =>
  new Map(
    labels
      .trim()
      .split('\n')
      .map((line) => {
        const [number = ''] = line.split(' ', 1);
        const words = labelWords(line.slice(number.length));
        return [number, { number, words, key: words.join(' ') }];
      }),
  );

/** Names of the token: the template has “the crypto-asset” and the like, for which documents write other names. */
const tokenNames = /\b(?:crypto[- ]{0,2}assets?|other tokens?|asset-referenced tokens?|e-money tokens?|tokens?)\b/gi;
/** The template writes it so; papers write both. */
const misspelled = /\bofferror\b/gi;
/** Papers add whose it is, which the part of the template states: `Name of the offeror`. */
const ofParty =
  /(?<=\S)\s+of (?:the )?(?:offerors?|issuers?|operators?|persons? seeking admission(?: to trading)?)(?:(?: or|,|\/) ?(?:the )?(?:offeror|issuer|person seeking admission(?: to trading)?)){0,2}\s*$/i;
const minor = new Set(['the', 'of', 'to', 'a', 'an', 'or', 'and', 'in', 'for', 'by', 'with']);

/** Longest label, in UTF-16 code units; those of the template have up to 230. */
const longestLabel = 1_000;

/** Words of a label that are not compared: small ones, besides those of the template. */
const mostSmallWords = 20;

/** Words of a label as they are compared: without the name of the token and small words, singular. */
function labelWords(label: string): readonly string[] {
  const words = known.get(label) ?? comparedWords(label);
  if (known.size >= mostKnown) known.clear();
  known.set(label, words);
  return words;
}

/** Each label is compared with three tables. */
const known = new Map<string, readonly string[]>();
const mostKnown = 2_000;

const comparedWords = (label: string): readonly string[] =>
  foldedWords(label.replaceAll(tokenNames, ' token ').replaceAll(misspelled, 'offeror').replace(ofParty, ''))
    .filter((word) => !minor.has(word))
    .map((word) => word.replace(/(?<=\w{3})s$/, ''));

const tables: Readonly<Record<TemplateTable, ReadonlyMap<string, TemplateField>>> = {
  2: fieldsOf(otherTokenLabels),
  3: fieldsOf(assetReferencedLabels),
  4: fieldsOf(eMoneyLabels),
};

/** Short forms of labels that the template words at length. */
const shortLabels: Readonly<Record<TemplateTable, readonly (readonly [number: string, label: string])[]>> = {
  2: [
    ['F.13', 'Digital token identifier'],
    ['F.13', 'Digital token identifier code'],
    ['F.14', 'Functionally fungible group digital token identifier'],
  ],
  3: [],
  4: [],
};

/** A label agrees when this share of its words and of the template's is in common. */
const agreement = 0.6;

export const hasNumber = (table: TemplateTable, number: string): boolean => tables[table].has(number);

/** Whether a label is the one that the template gives this number. */
export function agrees(table: TemplateTable, number: string, label: string): boolean {
  const field = tables[table].get(number);
  if (field === undefined || label.length > longestLabel) return false;
  const words = labelWords(label);
  const isShort = shortLabels[table].some(
    ([own, short]) => own === number && labelWords(short).join(' ') === words.join(' '),
  );
  return isShort || sharedWords(words, field.words) >= agreement;
}

/** Fields of a part by the words of their label; null of words that two fields share. */
const byWords = new Map(
  templateTables.map((table) => {
    const known = new Map<string, string | null>();
    for (const { number, key } of tables[table].values()) {
      const name = `${number.slice(0, 2)}${key}`;
      known.set(name, known.has(name) ? null : number);
    }
    return [table, known] as const;
  }),
);

/** Whether a text has all words of the label that the template gives this number, or of exactly one field of the part. */
export function isLabel(table: TemplateTable, number: string, label: string): boolean {
  if (label.length > longestLabel) return false;
  const words = labelWords(label).join(' ');
  return words !== '' && (tables[table].get(number)?.key === words || exactField(table, number, words) !== null);
}

/** The only field of the part of a number whose label has these words; null when there is none, or several. */
const exactField = (table: TemplateTable, number: string, words: string): string | null =>
  byWords.get(table)?.get(`${number.slice(0, 2)}${words}`) ?? null;

/**
 * The template field of a numbered cell: number and label agree, or the label is exactly that of one field of the same part.
 * Null when neither holds.
 */
export function fieldOfCell(table: TemplateTable, number: string, label: string): string | null {
  if (label.length > longestLabel) return null;
  if (agrees(table, number, label)) return number;
  return exactField(table, number, labelWords(label).join(' '));
}

/** The longest begin of a text that is the label of this field, in characters; null when the text does not begin with it. */
export function labelLength(table: TemplateTable, number: string, text: string): number | null {
  const field = tables[table].get(number);
  if (field === undefined) return null;
  let at = 0;
  let best: number | null = null;
  let tried = 0;
  for (const word of text.slice(0, longestLabel).matchAll(/\S+/g)) {
    tried += 1;
    if (tried > 4 * field.words.length + mostSmallWords) break;
    at = word.index + word[0].length;
    const words = labelWords(text.slice(0, at));
    if (words.length > field.words.length) break;
    if (words.join(' ') === field.key) best = at;
  }
  return best;
}
