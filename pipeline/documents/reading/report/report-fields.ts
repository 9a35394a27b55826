/** What a reserve report states, as readings of fields. */
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import type { Reader } from '../engine.ts';
import { quoteOf } from '../blocks/quotes.ts';
import type { RuleMatch } from '../rule.ts';
import type { DocumentView } from '../document-view.ts';
import { accountantIn } from './accountants.ts';
import type { Entry } from './columns.ts';
import { issuerIn } from './issuer.ts';
import { type ReadReport, readReport } from './read-report.ts';

/** Fields that a report states, in this order. */
const names = [
  ...['attestation_as_of', 'attestation_assurance', 'report', 'instruments'],
  ...['reserve_coverage_ratio', 'reserve_asset_classes', 'reserve_max_maturity'],
];

/**
 * Fields of a reserve report, each with the row that states it; only of documents that are declared as reports. A field that
 * the report does not state is left out with the reason. That is no removal: an unreadable report proves nothing missing.
 */
export const reportFields: Reader = (document) => {
  if (document.kind !== 'report') return [];
  const read = readReport(document.reading, document.profile, document.steps);
  const stated = read === null ? [] : [...assuranceIn(document, read), ...statedBy(read)];
  const why =
    read === null
      ? 'no column of it has a date, or one of the dates is not readable'
      : (read.why ?? 'it does not state it');
  const first = read?.asOf.entry.row;
  const left = names
    .filter((field) => !stated.some((one) => one.field === field))
    .map(
      (field): RuleMatch => ({
        field,
        kind: 'table',
        rule,
        outcome: { why },
        quote: quoteOf(first?.quote ?? ''),
        place: first?.place ?? '',
      }),
    );
  return [...stated, ...left, ...accountantIn(document), ...issuerIn(document)];
};

const rule = 'selector:table';

function assuranceIn({ passages }: DocumentView, { assurance }: ReadReport): readonly RuleMatch[] {
  const passage = assurance === null ? undefined : passages.find(({ text }) => text.includes(assurance.level));
  if (assurance === null || passage === undefined) return [];
  return [
    {
      field: 'attestation_assurance',
      kind: 'sentence',
      rule: 'keyword:assurance',
      outcome: { value: { code: assurance.code } },
      quote: quoteOf(passage.text),
      place: passage.place,
    },
  ];
}

function statedBy({ asOf, figures }: ReadReport): readonly RuleMatch[] {
  const stated = (field: string, { row }: Entry, value: FieldValue, quote = row.quote): readonly RuleMatch[] =>
    value === null ? [] : [{ field, kind: 'table', rule, outcome: { value }, quote: quoteOf(quote), place: row.place }];
  const date = stated('attestation_as_of', asOf.entry, { date: asOf.date });
  if (figures === null) return date;
  const { report, instruments, coverage, classes, total, classRow } = figures;
  const { longestDays } = report;
  return [
    ...date,
    ...stated('report', total, report),
    ...stated('instruments', total, instruments),
    ...stated('reserve_coverage_ratio', total, coverage === null ? null : { percent: coverage }),
    // A label without its amount: else every report would state the same classes in other words.
    ...stated('reserve_asset_classes', classRow, classes === null ? null : { codes: classes }, classRow.row.label),
    ...stated(
      'reserve_max_maturity',
      total,
      longestDays === null ? null : { days: String(longestDays), count: 'calendar' },
    ),
  ];
}
