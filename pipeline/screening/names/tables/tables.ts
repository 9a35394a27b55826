/** The tables as rows. They are data of the program, read once. */
import { type TableName, textOfTable } from './read-table.ts';

/** The cells of every row; the first line of a file names the columns. */
const rowsOf = (name: TableName): readonly (readonly string[])[] =>
  textOfTable(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** Two columns of a table, with the name of a third one in front of the second where one is given. */
const pairsOf = (name: TableName, kind?: number): readonly (readonly [text: string, head: string])[] =>
  rowsOf(name).map((row) => [row[0] ?? '', kind === undefined ? (row[1] ?? '') : `${row[kind] ?? ''} ${row[1] ?? ''}`]);

export interface FormRow {
  /** As written in its own script. */
  readonly form: string;
  readonly kind: string;
  /** Also taken off the start of a name. */
  readonly leads: boolean;
  /** Where the row comes from. */
  readonly origin: string;
}

/** Legal forms of organisations by kind. Forms of one kind, or in another language, are the same. */
export const forms: readonly FormRow[] = rowsOf('forms').map(([form = '', kind = '', place, origin = '']) => ({
  form,
  kind,
  leads: place === 'start',
  origin,
}));
/** Words of organisations, as `class meaning`. Phrases of one meaning are the same thing in several languages. */
export const words = pairsOf('words', 2);
/** Words of a language whose endings change with case and gender, as `class meaning`: found by their stem. */
export const inflectedWords: readonly (readonly [text: string, head: string])[] = rowsOf('words').flatMap(
  ([text = '', meaning = '', kind = '', language]) =>
    language === 'ru' ? [[text, `${kind} ${meaning}`] as const] : [],
);
/** Names and adjectives of countries and territories by code. */
export const places = pairsOf('places');
/** Number words, ordinals and Roman numerals by number. */
export const numbers = pairsOf('numbers');
/** Articles, prepositions and conjunctions. */
export const smallWords: readonly string[] = rowsOf('small-words').map(([word = '']) => word);
/** Given names that are forms of one name, by their group. */
export const givenNames = pairsOf('given-names');

/** Traditional Han characters with the simplified ones, one to one. */
export const han = pairsOf('han');

export interface MarkRow {
  readonly mark: string;
  /** What the name behind it is; `birth`: the previous name of a person, often the family name alone. */
  readonly kind: 'alias' | 'previous' | 'birth';
  /** Where it counts: in brackets and behind a semicolon each does, in lower case and anywhere the others do. */
  readonly place: 'brackets' | 'lower_case' | 'anywhere';
}

/** Words inside a name behind which another name follows. */
export const marks: readonly MarkRow[] = rowsOf('marks')
  .filter(([, kind]) => kind !== 'state')
  .map(([mark = '', kind, place]) => ({
    mark,
    kind: kind === 'previous' || kind === 'birth' ? kind : 'alias',
    place: place === 'anywhere' || place === 'lower_case' ? place : 'brackets',
  }));

/** What became of an organisation, or what a list remarks on a name: it stands in brackets or behind the name, and is no part of it. */
export const statesOfNames: readonly string[] = rowsOf('marks').flatMap(([mark = '', kind]) =>
  kind === 'state' ? [mark] : [],
);

const endingsOf = (of: string): readonly string[] =>
  rowsOf('endings').flatMap(([ending = '', kind]) => (kind === of ? [ending] : []));

export const patronymicEndings = endingsOf('patronymic');
/** Of nouns and adjectives of companies' words, as cases and genders change them; in levelled spelling. */
export const caseEndings = endingsOf('case');
/** Of adjectives that are made of names of places, and of words of companies. */
export const adjectiveEndings = endingsOf('adjective');

/** Korean syllables whose spellings follow no rule, with their keys. */
export const syllables = pairsOf('syllables');

const personWords = rowsOf('person-words');
const ofKind = (kind: string): readonly (readonly [text: string, head: string])[] =>
  personWords.filter((row) => row[1] === kind).map(([text = '', , common = '']) => [text, common]);

export const titles = ofKind('title');
export const suffixes = ofKind('suffix');
/** Particles with their common form. */
export const particles = ofKind('particle');
