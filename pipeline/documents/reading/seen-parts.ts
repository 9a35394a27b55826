/** What the readers see of a document before any rule: pairs of label and value, and regions by their role. */
import { factPlace, pdfPlace, boxAround } from './blocks/places.ts';
import { quoteOf } from './blocks/quotes.ts';
import { withinSteps } from './blocks/steps.ts';
import type { DocumentView } from './document-view.ts';
import { roleLinesOf } from './report/accountants.ts';
import { decimalOf } from './report/amounts.ts';
import { columnsOf } from './report/columns.ts';
import { beforeEngagement, engagementsIn } from './report/engagement.ts';
import { rowsOf } from './report/rows.ts';
import { onlyDate, statedDate } from './report/stated-date.ts';
import { contentsIn } from './template/body-lines.ts';

/** A label with its value. */
interface SeenPair {
  /** Number of a template cell, or the label of a row. */
  readonly label: string;
  readonly value: string;
  /** Day of the value; null where none is known. */
  readonly date: string | null;
  readonly role: 'cell' | 'row';
  readonly place: string;
}

/** A part of a document with a meaning of its own. */
interface SeenRegion {
  readonly role: 'engagement' | 'before_engagement' | 'signature_or_letterhead' | 'contents';
  readonly text: string;
  readonly place: string;
}

/** A tagged fact. */
interface SeenFact {
  readonly name: string;
  readonly value: string | null;
  readonly hidden: boolean;
  readonly place: string;
}

export interface SeenParts {
  readonly facts: readonly SeenFact[];
  readonly pairs: readonly SeenPair[];
  readonly regions: readonly SeenRegion[];
}

export function seenParts(document: DocumentView): SeenParts {
  const { reading, template } = document;
  const cells = [...template.cells].flatMap(([label, own]) =>
    own.map(({ text, place }): SeenPair => ({ label, value: text, date: null, role: 'cell', place })),
  );
  return {
    facts: reading.facts.map((fact) => ({
      name: fact.name,
      value: fact.value,
      hidden: fact.hidden,
      place: factPlace(fact),
    })),
    pairs: [...cells, ...(document.kind === 'report' ? rowPairs(document) : [])],
    regions: [...(document.kind === 'report' ? reportRegions(document) : []), ...contentsRegions(document)],
  };
}

const rowPairs = (document: DocumentView): readonly SeenPair[] => {
  // The rules may have taken all steps of the document.
  const found = withinSteps(() => columnsOf(rowsOf(document.reading, document.steps), onlyDate(statedDate(document))));
  if ('reason' in found) return [];
  return found.done.flatMap(({ date, entries }) =>
    entries.map(
      ({ label, amount, row }): SeenPair => ({
        label,
        value: decimalOf(amount.millionths),
        date,
        role: 'row',
        place: row.place,
      }),
    ),
  );
};

function reportRegions(document: DocumentView): readonly SeenRegion[] {
  const region = (role: SeenRegion['role'], { text, place }: { readonly text: string; readonly place: string }) => ({
    role,
    text: quoteOf(text),
    place,
  });
  return [
    ...engagementsIn(document).flatMap((index) => {
      const passage = document.passages[index];
      return passage === undefined ? [] : [region('engagement', passage)];
    }),
    ...beforeEngagement(document).map((one) => region('before_engagement', one)),
    ...roleLinesOf(document).map((one) => region('signature_or_letterhead', one)),
  ];
}

const contentsRegions = ({ reading }: DocumentView): readonly SeenRegion[] =>
  contentsIn(reading.pages).map(({ page, y, h, cells }) => ({
    role: 'contents',
    text: quoteOf(cells.map(([, , text]) => text).join(' ')),
    place: pdfPlace(page, boxAround(cells.map(([x0, x1]) => [x0, y - h, x1, y + h / 4] as const))),
  }));
