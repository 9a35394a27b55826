/** Meaning of the labels inside OFAC's remarks. */
import type { Term } from '../../../../schemas/vocabulary.ts';
import { lineOf } from '../line-of.ts';

export type RemarkMeaning =
  | { readonly fact: 'name'; readonly kind: Term<'listedNameKind'> }
  | { readonly fact: 'identifier'; readonly kind: Term<'listedIdentifierKind'> }
  /** `lei`: a Legal Entity Identifier, and nothing where it is none. */
  | { readonly fact: 'country' | 'date' | 'relation' | 'lei' };

/** A remark without "alt. ", split after its label; null for labels that this parser skips. */
export function readLabel(remark: string): { readonly meaning: RemarkMeaning; readonly rest: string } | null {
  const text = remark.startsWith('alt. ') || remark.startsWith('Alt. ') ? remark.slice(5) : remark;
  const space = text.indexOf(' ');
  if (space < 0) return null;
  const found = byFirstWord()
    .get(text.slice(0, space))
    ?.find(({ label }) => text.startsWith(label));
  return found === undefined ? null : { meaning: found.meaning, rest: lineOf(text.slice(found.label.length)) };
}

const identifier = (
  kind: Term<'listedIdentifierKind'>,
  labels: string,
): readonly (readonly [string, RemarkMeaning])[] =>
  labels.split('|').map((label) => [label, { fact: 'identifier', kind }]);

const registrations =
  'Registration ID|Registration Number|Business Registration Number|Business Registration Document #|' +
  'Business Number|Company Number|UK Company Number|Company ID|Commercial Registry Number|C.R. No.|' +
  'Certificate of Incorporation Number|Chamber of Commerce Number|Enterprise Number|File Number|' +
  'Folio Mercantil No.|Matricula Mercantil No.|Matricula Mercantil No|Public Registration Number|' +
  'Central Registration System Number|Economic Register Number (CBLS)|Istanbul Chamber of Comm. No.|' +
  'Registered Charity No.|Trade License No.|Unified Social Credit Code (USCC)|Organization Code|Romanian C.R.|' +
  'United Social Credit Code Certificate (USCCC)|Branch Unit Number|MSB Registration Number|' +
  'Dubai Chamber of Commerce Membership No.|National ID No.';

const taxNumbers =
  'Tax ID No.|Tax ID Number|NIT #|RUC #|R.F.C.|R.F.C. #|RFC|RIF #|V.A.T. Number|C.U.I.T.|RTN|US FEIN|Fiscal Code|' +
  'Italian Fiscal Code|C.I.F.';

const meanings: readonly (readonly [string, RemarkMeaning])[] = [
  ['a.k.a.', { fact: 'name', kind: 'alias' }],
  ['n.k.a.', { fact: 'name', kind: 'alias' }],
  ['f.k.a.', { fact: 'name', kind: 'previous' }],
  ['f/k/a', { fact: 'name', kind: 'previous' }],
  ['formerly known as', { fact: 'name', kind: 'previous' }],
  ['Formerly known as', { fact: 'name', kind: 'previous' }],
  ['previously known as', { fact: 'name', kind: 'previous' }],
  ['Former Name', { fact: 'name', kind: 'previous' }],
  ['DOB', { fact: 'date' }],
  ['Organization Established Date', { fact: 'date' }],
  ['nationality', { fact: 'country' }],
  ['citizen', { fact: 'country' }],
  ['Nationality of Registration', { fact: 'country' }],
  ['Linked To:', { fact: 'relation' }],
  // OFAC prints a personal document of Peru under this label, too.
  ['LE Number', { fact: 'lei' }],
  ...identifier('lei', 'Legal Entity Number'),
  ...identifier('isin', 'ISIN'),
  ...identifier('bic', 'SWIFT/BIC'),
  ...identifier('equity_ticker', 'Equity Ticker'),
  ...identifier('issuer_name', 'Issuer Name'),
  ...identifier('website', 'Website|Website:'),
  ...identifier('imo', 'Vessel Registration Identification IMO|Identification Number IMO'),
  ...identifier('registration', registrations),
  ...identifier('tax', taxNumbers),
];

let labels: ReadonlyMap<string, readonly Label[]> | undefined;

interface Label {
  /** Ends with a space. */
  readonly label: string;
  readonly meaning: RemarkMeaning;
}

/** Labels by their first word, longest first. */
function byFirstWord(): ReadonlyMap<string, readonly Label[]> {
  if (labels !== undefined) return labels;
  const table = new Map<string, Label[]>();
  for (const [label, meaning] of meanings.toSorted(([left], [right]) => right.length - left.length)) {
    const word = label.split(' ')[0] ?? label;
    const known = table.get(word) ?? [];
    table.set(word, [...known, { label: `${label} `, meaning }]);
  }
  labels = table;
  return table;
}
