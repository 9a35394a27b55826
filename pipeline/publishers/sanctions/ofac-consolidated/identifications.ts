/** OFAC's `idList`: documents, numbers, wallets and remarks, which differ only by the text of `idType`. */
import type { ListedIdentifier, ListedWallet } from '../../../../schemas/generated/records.ts';
import { isIsin } from '../../../../schemas/values/isin.ts';
import { isLei } from '../../../../schemas/values/lei.ts';
import { childrenNamed, childText, type XmlElement } from '../../xml/xml-element.ts';
import { shown } from '../../alarm-list.ts';
import { distinct } from '../entry-lists.ts';
import { identifierText } from '../merge-entries.ts';
import { readDates } from '../ofac-sdn/dates.ts';
import { readLabel, type RemarkMeaning } from '../ofac-sdn/remark-labels.ts';
import type { ListReading } from '../read-list-xml.ts';
import { distinctWallets, listedWallet } from '../wallets-in-text.ts';
import { isOtherIdType } from './other-id-types.ts';

export interface Identifications {
  readonly wallets: readonly ListedWallet[];
  /** Empty for natural persons. */
  readonly identifiers: readonly ListedIdentifier[];
  readonly countries: readonly string[];
  /** Of foundation. */
  readonly dates: readonly string[];
  /** Earliest date of a listing, YYYY-MM-DD. */
  readonly listedOn: string | null;
}

/** Reads the identifications of an entry. A kind that OFAC has not used before raises an alarm. */
export function readIdentifications(
  entry: XmlElement,
  entryId: string,
  person: boolean,
  reading: ListReading,
): Identifications {
  const found: RemarkFacts = { wallets: [], identifiers: [], countries: [], dates: [], listed: [] };
  for (const id of childrenNamed(entry, 'idList').flatMap((list) => childrenNamed(list, 'id'))) {
    const type = childText(id, 'idType');
    const number = childText(id, 'idNumber');
    const [, ticker] = /^Digital Currency Address - (\S+)$/.exec(type) ?? [];
    if (number === '' && type === '') continue;
    if (ticker !== undefined) {
      found.wallets.push(listedWallet(ticker, number, entryId, reading.alarms));
    } else if (type.startsWith('Listing Date')) {
      take(found.listed, readDates(number), { entryId, text: number }, reading);
    } else {
      const label = readLabel(`${type} ${number}`);
      if (label !== null && number.endsWith(label.rest)) {
        takeFact(found, label.meaning, label.rest, { entryId, person, stated: childText(id, 'idCountry') }, reading);
      } else if (!isOtherIdType(type)) {
        reading.alarms.add(
          'unknown kinds of identification',
          `${shown(type)} is a kind of identification not seen before.`,
        );
      }
    }
  }
  return {
    wallets: distinctWallets(found.wallets),
    identifiers: distinct(found.identifiers, identifierText),
    countries: found.countries,
    dates: found.dates,
    listedOn: found.listed.filter((date) => date.length === 10).sort()[0] ?? null,
  };
}

interface RemarkFacts {
  readonly wallets: ListedWallet[];
  readonly identifiers: ListedIdentifier[];
  readonly countries: string[];
  readonly dates: string[];
  readonly listed: string[];
}

interface Place {
  readonly entryId: string;
  readonly person: boolean;
  /** Country of the identification, as printed. */
  readonly stated: string;
}

function takeFact(found: RemarkFacts, meaning: RemarkMeaning, text: string, place: Place, reading: ListReading): void {
  const { entryId, person, stated } = place;
  switch (meaning.fact) {
    case 'country': {
      const country = reading.countries(text, `entry ${entryId}`);
      if (country !== null) found.countries.push(country);
      return;
    }
    case 'date':
      take(found.dates, readDates(text), { entryId, text }, reading);
      return;
    case 'identifier':
      if (!person) found.identifiers.push(readIdentifier(meaning.kind, text, stated, entryId, reading));
      return;
    case 'lei': {
      if (person) return;
      const { kind, value } = readIdentifier('lei', text, stated, entryId, reading);
      if (kind === 'lei') found.identifiers.push({ kind, value, country: null });
      return;
    }
    default:
  }
}

/**
 * An identifier as published. A country in brackets after the number is its country. An ISIN with a wrong check digit is
 * stored and raises an alarm: it matches no security.
 */
function readIdentifier(
  kind: string,
  text: string,
  stated: string,
  entryId: string,
  { alarms, countries }: ListReading,
): ListedIdentifier {
  const [, bare = '', place = ''] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  const inBrackets = place === '' ? null : countries(place, null);
  const country = stated === '' ? inBrackets : countries(stated, `entry ${entryId}`);
  const value = inBrackets === null ? text : bare;
  if (kind === 'isin' && !isIsin(value)) {
    alarms.add('invalid ISINs', `Entry ${entryId} has the ISIN ${shown(value)}, whose check digit is wrong.`);
  }
  // OFAC prints both LEIs and national registration numbers as "Legal Entity Number".
  return { kind: kind === 'lei' && !isLei(value) ? 'registration' : kind, value, country };
}

function take(
  into: string[],
  dates: readonly string[] | null,
  { entryId, text }: { readonly entryId: string; readonly text: string },
  { alarms }: ListReading,
): void {
  if (dates !== null) into.push(...dates);
  else alarms.add('unreadable dates', `Entry ${entryId} states ${shown(text)}, which is no date.`);
}
