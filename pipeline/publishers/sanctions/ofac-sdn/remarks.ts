/**
 * OFAC's remarks: labelled facts separated by semicolons. sdn.csv cuts the text at 1,000 characters; another file
 * continues it.
 */
import type {
  ListedIdentifier,
  ListedName,
  ListedRelation,
  ListedWallet,
} from '../../../../schemas/generated/records.ts';
import { isLei } from '../../../../schemas/values/lei.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import type { CountryReader } from '../country-reader.ts';
import { readDates } from './dates.ts';
import { readLabel, type RemarkMeaning } from './remark-labels.ts';
import { readWallets } from './wallets.ts';

/** Length at which sdn.csv cuts remarks. */
const cutAt = 1000;

/** An entry's remarks as one text, without parts that the snapshot lacks. */
export interface JoinedRemarks {
  readonly text: string;
  /** `cut`: the snapshot lacks the rest. `not_continued`: the comments do not continue where these remarks end. */
  readonly flaw: 'cut' | 'not_continued' | null;
}

/**
 * Joins the remarks of sdn.csv with their rest in sdn_comments.csv, without a separator: the cut may be inside a word or
 * an address. Where either side is missing, the incomplete remark at the cut is dropped.
 */
export function joinRemarks(remarks: string, comments: string | undefined): JoinedRemarks {
  const whole = remarks.length < cutAt && (remarks.trim() === '' || remarks.trimEnd().endsWith('.'));
  if (comments === undefined) {
    const cut = !whole && !remarks.trimEnd().endsWith('.');
    return cut
      ? { text: remarks.slice(0, Math.max(0, remarks.lastIndexOf(';'))), flaw: 'cut' }
      : { text: remarks, flaw: null };
  }
  if (!whole) return { text: remarks + comments, flaw: null };
  const begin = comments.indexOf('; ');
  const readable = begin < 0 ? '' : comments.slice(begin + 2);
  return {
    text: remarks.trim() === '' ? readable : `${remarks.trimEnd().slice(0, -1)}; ${readable}`,
    flaw: 'not_continued',
  };
}

/** Facts in the order of the remarks. */
export interface RemarkFacts {
  readonly names: ListedName[];
  readonly wallets: readonly ListedWallet[];
  readonly identifiers: ListedIdentifier[];
  readonly countries: string[];
  readonly dates: string[];
  readonly relations: ListedRelation[];
}

export interface RemarkContext {
  /** Number of the entry, for alarms. */
  readonly entry: string;
  /** Of a natural person only names, countries, dates of birth and wallets are taken. */
  readonly person: boolean;
  readonly countries: CountryReader;
  readonly alarms: AlarmList;
}

export function readRemarks(text: string, context: RemarkContext): RemarkFacts {
  const wallets = readWallets(text, context.entry, context.alarms);
  const facts: RemarkFacts = { names: [], wallets, identifiers: [], countries: [], dates: [], relations: [] };
  if (text === '') return facts;
  const remarks = text.split(';');
  const last = remarks.pop() ?? '';
  for (const remark of remarks) {
    const read = readLabel(remark.trimStart());
    if (read !== null && read.rest !== '') takeFact(facts, read.meaning, read.rest, context);
  }
  const read = readLabel(last.trimStart());
  if (read !== null && read.rest !== '') takeFact(facts, read.meaning, withoutEnd(read.rest, read.meaning), context);
  return facts;
}

function takeFact(facts: RemarkFacts, meaning: RemarkMeaning, rest: string, context: RemarkContext): void {
  const { entry, person, countries, alarms } = context;
  switch (meaning.fact) {
    case 'name': {
      // In the CSV files, quoted names in the remarks are OFAC's weak aliases. Strong ones are in alt.csv.
      const quoted = /^'(.+)'$/.exec(rest)?.[1];
      facts.names.push({ name: quoted ?? rest, kind: meaning.kind, weak: quoted !== undefined });
      return;
    }
    case 'country': {
      const country = countries(rest.replace(/^possibly /, ''), `entry ${entry}`);
      if (country !== null) facts.countries.push(country);
      return;
    }
    case 'date': {
      const dates = readDates(rest);
      if (dates === null) alarms.add('unreadable dates', `Entry ${entry} states ${shown(rest)}, which is no date.`);
      else facts.dates.push(...dates);
      return;
    }
    case 'identifier': {
      if (person) return;
      const identifier = readIdentifier(meaning.kind, rest, countries);
      if (identifier.kind === 'imo' && !/^\d{7}$/.test(identifier.value)) {
        alarms.add('invalid IMO numbers', `Entry ${entry} states ${shown(rest)} as an IMO number.`);
      } else facts.identifiers.push(identifier);
      return;
    }
    case 'lei': {
      if (person) return;
      const { kind, value } = readIdentifier('lei', rest, countries);
      if (kind === 'lei') facts.identifiers.push({ kind, value, country: null });
      return;
    }
    case 'relation':
      if (!person) facts.relations.push({ role: 'linked', name: rest });
  }
}

/** `1404087 (Colombia)`, `49304 (Turkey) issued 2004`, `0582030 (Connecticut) (United States)`. */
function readIdentifier(kind: string, text: string, countries: CountryReader): ListedIdentifier {
  const [number = ''] = text.split(/ (?:issued|expires) /, 1);
  const [, value = '', place = ''] = /^(.+?) \(([^()]+)\)$/.exec(number) ?? [];
  const country = place === '' ? null : countries(place, null);
  const bare = country === null ? number : value;
  // OFAC prints both LEIs and national registration numbers as "Legal Entity Number".
  return { kind: kind === 'lei' && !isLei(bare) ? 'registration' : kind, value: bare, country };
}

/**
 * The last remark without the full stop that ends the remarks. A full stop that belongs to the text, as in "R D I S.A.",
 * stays.
 */
function withoutEnd(rest: string, meaning: RemarkMeaning): string {
  const ofTheText = meaning.fact === 'relation' && /(?:\.\w{1,3}|\b(?:BROS|CO|CORP|EST|INC|LTD))\.$/i.test(rest);
  return ofTheText ? rest : rest.replace(/\.\s*$/, '');
}
