/** The firm that signs a report: a name of the list, alone on its line, in the report of an independent accountant. */
import type { DocumentView } from '../document-view.ts';
import { boxAround, pdfPlace, type Passage } from '../blocks/places.ts';
import { hasPhrase, phraseWords } from '../profiles/phrases.ts';
import type { RuleMatch } from '../rule.ts';

/** Firms by the name with which they sign. A firm that is not listed is not read. */
export const accountingFirms: readonly string[] = [
  ...['BDO LLP', 'BDO USA, P.C.', 'BPM LLP', 'Cohen & Company, Ltd.', 'CohnReznick LLP', 'Crowe LLP'],
  ...['Deloitte & Touche LLP', 'Deloitte LLP', 'Ernst & Young LLP', 'Forvis Mazars LLP', 'Grant Thornton LLP'],
  ...['KPMG LLP', 'Marcum LLP', 'Mazars LLP', 'Moss Adams LLP', 'PricewaterhouseCoopers LLP', 'RSM US LLP'],
  ...['The Network Firm LLP', 'WithumSmith+Brown, PC'],
];

const keyOf = (name: string): string => phraseWords(name).join(' ');
const firms: ReadonlyMap<string, string> = new Map(accountingFirms.map((name) => [keyOf(name), name]));
const titles = [
  'independent accountants',
  "independent accountant's",
  'independent accountants’',
  'independent auditors',
];

/** The firm of a report. Two firms in one report: which of them signed is not known. */
export function accountantIn({ reading, passages }: DocumentView): readonly RuleMatch[] {
  const words = phraseWords(passages.map(({ text }) => text).join(' '));
  if (!titles.some((title) => hasPhrase(words, title)) || !hasPhrase(words, 'we have examined')) return [];
  const lines: readonly Passage[] = [
    ...reading.pages.flatMap(({ lines: own }, index) =>
      own.flatMap(({ y, h, cells }) =>
        cells.map(([x0, x1, text]) => ({ text, place: pdfPlace(index + 1, boxAround([[x0, y - h, x1, y + h / 4]])) })),
      ),
    ),
    ...passages.filter(({ page }) => page === null),
  ];
  const named = lines.filter(({ text }) => firms.has(keyOf(text)));
  const [first] = named;
  if (first === undefined) return [];
  const names = new Set(named.map(({ text }) => firms.get(keyOf(text)) ?? ''));
  const [name = ''] = names;
  return [
    {
      field: 'external_auditor',
      kind: 'sentence',
      rule: 'keyword:accountant',
      outcome: names.size > 1 ? { why: 'two firms are named' } : { value: { name } },
      quote: first.text.trim(),
      place: first.place,
    },
  ];
}
