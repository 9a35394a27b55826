/** What a reserve report states, as readings of fields. */
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import type { Reader } from '../engine.ts';
import { quoteOf } from '../blocks/quotes.ts';
import type { RuleMatch } from '../rule.ts';
import type { DocumentView } from '../document-view.ts';
import { accountantIn } from './accountants.ts';
import type { Entry } from './columns.ts';
import { issuerIn } from './issuer.ts';
import { type Figures, type ReadReport, readReport } from './read-report.ts';
import { assuranceOf } from './assurance.ts';
import { onlyDate, type StatedDate, statedDate } from './stated-date.ts';
import { phraseWords } from '../profiles/phrases.ts';

/** Fields that a report states, in this order. */
const names = [
  ...['attestation_as_of', 'attestation_assurance', 'report', 'instruments'],
  ...['reserve_coverage_ratio', 'reserve_asset_classes', 'reserve_max_maturity'],
];

/**
 * Fields of a reserve report, each with the row or sentence that states it; only of documents that are declared as reports. A
 * field that the report does not state is left out with the reason. That is no removal: an unreadable report proves nothing
 * missing.
 */
export const reportFields: Reader = (document) => {
  if (document.kind !== 'report') return [];
  const date = statedDate(document);
  const read = readReport(document.reading, document.profile, document.steps, onlyDate(date));
  const isOther = date !== null && 'date' in date && read !== null && read.asOf.date !== date.date;
  const stated = [
    ...assuranceIn(document),
    ...(isOther
      ? []
      : [...dateBy(date, read), ...(read === null || read.figures === null ? [] : figuresBy(read.figures))]),
  ];
  const why = isOther
    ? 'its tables and its sentences have different dates'
    : date !== null && 'why' in date
      ? date.why
      : read === null
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

/** The date of the tables, if a sentence of the report has no other one; else that of the sentence. */
function dateBy(date: StatedDate | null, read: ReadReport | null): readonly RuleMatch[] {
  if (date !== null && 'why' in date) return [];
  if (read !== null) return matchOf('attestation_as_of', read.asOf.entry, { date: read.asOf.date });
  if (date === null) return [];
  const { quote, place } = date;
  const outcome = { value: { date: date.date } };
  return [{ field: 'attestation_as_of', kind: 'sentence', rule: 'keyword:as-of', outcome, quote, place }];
}

function assuranceIn({ passages }: DocumentView): readonly RuleMatch[] {
  const assurance = assuranceOf(phraseWords(passages.map(({ text }) => text).join(' ')));
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

function matchOf(field: string, { row }: Entry, value: FieldValue, quote = row.quote): readonly RuleMatch[] {
  return value === null
    ? []
    : [{ field, kind: 'table', rule, outcome: { value }, quote: quoteOf(quote), place: row.place }];
}

function figuresBy({ report, instruments, coverage, classes, total, classRow }: Figures): readonly RuleMatch[] {
  const { longestDays } = report;
  return [
    ...matchOf('report', total, report),
    ...matchOf('instruments', total, instruments),
    ...matchOf('reserve_coverage_ratio', total, coverage === null ? null : { percent: coverage }),
    // A label without its amount: else every report would state the same classes in other words.
    ...matchOf('reserve_asset_classes', classRow, classes === null ? null : { codes: classes }, classRow.row.label),
    ...matchOf(
      'reserve_max_maturity',
      total,
      longestDays === null ? null : { days: String(longestDays), count: 'calendar' },
    ),
  ];
}
