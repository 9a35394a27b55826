/** The firm that signs a report: a name alone on its line, in the letterhead or the signature of an engagement, or of the list. */
import type { DocumentView } from '../document-view.ts';
import { boxAround, type Passage, pdfPlace } from '../blocks/places.ts';
import { datesAt } from '../notation/dates.ts';
import { plainForm } from '../notation/words.ts';
import type { RuleMatch } from '../rule.ts';
import { engagementsIn, isEngagement } from './engagement.ts';
import { isFirmName, keyOfFirm, listedFirm } from './firm-names.ts';
import { addresseesIn } from './issuer.ts';

/** The firm of a report. Two firms in one report: which of them signed is not known. */
export function accountantIn(document: DocumentView): readonly RuleMatch[] {
  if (engagementsIn(document).length === 0) return [];
  const others = new Set([...addresseesIn(document).values()].map(keyOfFirm));
  const lines = linesOf(document);
  const named = lines.filter(
    ({ text, isInRole }) =>
      (isInRole ? isFirmName(text) : listedFirm(text) !== undefined) && !others.has(keyOfFirm(text)),
  );
  const [first] = named;
  if (first === undefined) return [];
  const keys = new Set(named.map(({ text }) => keyOfFirm(text)));
  return [
    {
      field: 'external_auditor',
      kind: 'sentence',
      rule: 'keyword:accountant',
      outcome: keys.size > 1 ? { why: 'two firms are named' } : { value: { name: spelled(named) } },
      quote: first.text.trim(),
      place: first.place,
    },
  ];
}

/** The spelling of the list, else the one with small letters: letterheads are often in capitals. */
function spelled(named: readonly Passage[]): string {
  const texts = named.map(({ text }) => plainForm(text).trim());
  const [first = ''] = texts;
  return listedFirm(first) ?? texts.find((text) => /\p{Ll}{2}/u.test(text)) ?? first;
}

interface RoleLine extends Passage {
  /** Whether it stands where a firm names itself: above the first sentence of the engagement, or at its signature. */
  readonly isInRole: boolean;
}

/** Lines where a firm names itself. */
export const roleLinesOf = (document: DocumentView): readonly Passage[] =>
  linesOf(document).filter(({ isInRole }) => isInRole);

function linesOf({ reading, passages }: DocumentView): readonly RoleLine[] {
  return [
    ...reading.pages.flatMap(({ lines }, index) => {
      const first = lines.findIndex(({ cells }) => cells.some(([, , text]) => isEngagement(text)));
      const signatures = lines.map(({ cells }) => cells.some(([, , text]) => isSignature(text)));
      return lines.flatMap(({ y, h, cells }, at) => {
        const isInRole = at < first || isNear(signatures, at);
        return cells.map(([x0, x1, text]) => ({
          text,
          place: pdfPlace(index + 1, boxAround([[x0, y - h, x1, y + h / 4]])),
          isInRole,
        }));
      });
    }),
    ...ofBlocks(passages.filter(({ page }) => page === null)),
  ];
}

function ofBlocks(blocks: readonly Passage[]): readonly RoleLine[] {
  const signatures = blocks.map(({ text }) => isSignature(text));
  return blocks.map(({ text, place }, at) => ({ text, place, isInRole: isNear(signatures, at) }));
}

/** Lines between a signature and the place and date under it. */
const nearby = 3;

const isNear = (signatures: readonly boolean[], at: number): boolean =>
  signatures.slice(Math.max(0, at - nearby), at + nearby + 1).includes(true);

/** A date alone on its line, or after the name of a place. */
function isSignature(text: string): boolean {
  const plain = plainForm(text).trim();
  if (plain.length > 80) return false;
  const start = plain.search(/(?:^|, )(?=\p{L}{3,12}\.? \d|\d)/u);
  const list = start < 0 ? null : datesAt(plain, plain.startsWith(', ', start) ? start + 2 : start);
  return list !== null && list.dates.length === 1 && !list.isOpen && !/\bas (?:of|at)\b/i.test(plain);
}
