/** The sentence in which an accountant states what was engaged to do, and words of reports by language. */
import type { DocumentPassage } from '../blocks/passages.ts';
import type { DocumentView } from '../document-view.ts';
import { plainForm } from '../notation/words.ts';

/** First persons of the standards on assurance (AICPA AT-C 205 and 215, ISAE 3000), by language. */
const engaged: readonly string[] = [
  'we (?:have|were|had) (?:been )?(?:examined|audited|reviewed|undertaken|engaged|requested|instructed|appointed|conducted|carried out|performed (?:the|an?|our)\\b)',
  'we (?:conducted|performed|undertook) our (?:limited |reasonable )assurance engagement',
  'wir haben [^.;]{0,200}?(?:geprüft|durchgeführt|untersucht)\\b',
  'nous avons (?:examiné|audité|vérifié|effectué|réalisé|procédé)',
  '(?:hemos (?:examinado|auditado|verificado|realizado|llevado a cabo))',
  '(?:abbiamo (?:esaminato|sottoposto|verificato|svolto))',
  '(?:wij|we) hebben [^.;]{0,200}?(?:onderzocht|gecontroleerd|uitgevoerd)\\b',
  '(?:zbadaliśmy|przeprowadziliśmy|wykonaliśmy)',
];
const engagedPattern = `(?<![\\p{L}\\p{N}])(?:${engaged.join('|')})`;
const engagement = new RegExp(engagedPattern, 'iu');

/** Whether a text has the words of an engagement. */
export const isEngagement = (text: string): boolean => engagement.test(plainForm(text));

const known = new WeakMap<DocumentView, readonly number[]>();

/** Indexes of the passages that state an engagement, in order. */
export function engagementsIn(document: DocumentView): readonly number[] {
  const found =
    known.get(document) ?? document.passages.flatMap(({ text }, index) => (isEngagement(text) ? [index] : []));
  known.set(document, found);
  return found;
}

/** Passages before a first sentence among which addressee and letterhead are. */
const mostBefore = 8;

/** The passages right before the first engagement of each page: its letterhead and its addressee. */
export function beforeEngagement(document: DocumentView): readonly DocumentPassage[] {
  const seen = new Set<number | null>();
  return engagementsIn(document).flatMap((index) => {
    const page = document.passages[index]?.page ?? null;
    if (seen.has(page)) return [];
    seen.add(page);
    return document.passages.slice(Math.max(0, index - mostBefore), index).filter((one) => one.page === page);
  });
}
