/** The table of labelled values that every rendering shows, for each template of white papers and each kind of report. */

/** One row of a document, and what it states. */
export interface LabelledRow {
  readonly number: string;
  readonly label: string;
  readonly value: string;
  /** Field and member that the value is read into; null of a row that only stands beside others. */
  readonly states: LabelledValue | null;
}

/** A value that a document states: the member of a field. */
interface LabelledValue {
  readonly field: string;
  readonly member: string;
  readonly value: unknown;
}

export interface LabelledDocument {
  readonly kind: 'whitepaper' | 'report';
  readonly title: string;
  readonly rows: readonly LabelledRow[];
  /** Sentences after the rows. */
  readonly sentences: readonly string[];
  /** Values that several parts state together. */
  readonly alsoStates: readonly LabelledValue[];
}

/** Spellings of one value. */
export interface SpellingRules {
  readonly date: string;
  readonly no: string;
  readonly amount: (units: number) => string;
}

export const spellings: readonly SpellingRules[] = [
  { date: '2026-03-01', no: 'false', amount: (units) => `${units.toLocaleString('en-US')}.00` },
  { date: '1 March 2026', no: 'No', amount: (units) => `$${units.toLocaleString('en-US')}` },
  { date: 'March 1, 2026', no: 'No.', amount: (units) => `$ ${units.toLocaleString('en-US')}.00` },
];

const row = (
  number: string,
  label: string,
  value: string,
  field = '',
  member = '',
  stated: unknown = null,
): LabelledRow => ({
  number,
  label,
  value,
  states: field === '' ? null : { field, member, value: stated },
});

/** Rows that state no value of ours: a template has many. */
const others = {
  2: [
    ['A.2', 'Legal form', 'GmbH'],
    ['A.5', 'Registration date', '2020-05-04'],
    ['A.8', 'Contact telephone number', '+49 30 123456'],
    ['A.9', 'E-mail address', 'info@issuer.example'],
    ['A.11', 'Parent company', 'Example Holding AG'],
  ],
  3: [
    ['A.2', 'Trading name', 'Example'],
    ['A.3', 'Legal form', 'GmbH'],
    ['A.6', 'Registration date', '2020-05-04'],
    ['A.9', 'Parent company', 'Example Holding AG'],
    ['A.11', 'Business activity', 'Issuance of tokens'],
  ],
  4: [
    ['A.2', 'Trading name', 'Example'],
    ['A.3', 'Legal form', 'GmbH'],
    ['A.6', 'Registration date', '2020-05-04'],
    ['A.9', 'Contact telephone number', '+49 30 123456'],
    ['A.10', 'E-mail address', 'info@issuer.example'],
  ],
} as const;

/** Numbers of the rows in tables 2, 3 and 4 of the templates. */
const numbers = {
  2: {
    name: 'A.1',
    address: 'A.3',
    issuer: 'B.1',
    date: 'F.10',
    protection: 'G.14',
    compensation: 'G.16',
    law: 'G.18',
  },
  3: { name: 'A.1', address: 'A.4', issuer: null, date: 'B.12', protection: 'D.13', compensation: 'D.15', law: 'D.36' },
  4: { name: 'A.1', address: 'A.4', issuer: null, date: 'B.9', protection: 'D.9', compensation: 'D.11', law: 'D.13' },
} as const;

export function whitePaper(table: 2 | 3 | 4, { date, no }: SpellingRules): LabelledDocument {
  const at = numbers[table];
  return {
    kind: 'whitepaper',
    title: 'White paper in accordance with Regulation (EU) 2023/1114',
    rows: [
      row(
        at.name,
        table === 2 ? 'Name' : 'Statutory name',
        'Example Issuer GmbH',
        'issuer_identity',
        'name',
        'Example Issuer GmbH',
      ),
      ...others[table].map(([number, label, value]) => row(number, label, value)),
      row(at.address, 'Registered address', '1 Example Street, 10115 Berlin, Germany'),
      ...(at.issuer === null
        ? []
        : [row(at.issuer, 'Issuer different from offeror or person seeking admission to trading', no)]),
      row(at.date, 'Publication date', date, 'document_reference', 'date', '2026-03-01'),
      row(at.protection, 'Token value protection schemes', no, 'value_protection_scheme', 'present', false),
      row(at.compensation, 'Compensation schemes', no, 'compensation_scheme', 'present', false),
      row(at.law, 'Applicable law', 'Germany', 'governing_law', 'law', 'DE'),
    ],
    sentences: ['The management body confirms that the information is fair, clear and not misleading.'],
    alsoStates: [],
  };
}

/** The sentence of each kind of report, and the assurance that it gives. */
export const reportKinds = {
  examination: [
    'Our responsibility is to obtain reasonable assurance about the amounts above.',
    'reasonable_assurance',
  ],
  limited: ['Our responsibility is to express limited assurance about the amounts above.', 'limited_assurance'],
  procedures: ['We performed the agreed-upon procedures on the amounts above.', 'agreed_upon_procedures'],
  audit: ['We have audited the amounts above in accordance with the standards.', 'audit'],
} as const;

export type ReportKind = keyof typeof reportKinds;

export function report(kind: ReportKind, { amount }: SpellingRules): LabelledDocument {
  const figure = (label: string, units: number): LabelledRow => row('', label, amount(units));
  return {
    kind: 'report',
    title: 'Reserve assets as of June 30, 2025',
    rows: [
      figure('U.S. Treasury bills', 900_000),
      figure('Cash held at financial institutions', 100_000),
      figure('Total reserve assets', 1_000_000),
      figure('Tokens in circulation', 1_000_000),
    ],
    sentences: ['All amounts are in U.S. dollars.', reportKinds[kind][0]],
    alsoStates: [
      { field: 'attestation_assurance', member: 'code', value: reportKinds[kind][1] },
      { field: 'attestation_as_of', member: 'date', value: '2025-06-30' },
      { field: 'reserve_coverage_ratio', member: 'percent', value: '100' },
    ],
  };
}
