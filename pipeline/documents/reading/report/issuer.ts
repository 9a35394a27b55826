/** The issuer of a report: its addressee, if a sentence of the report names this company as the issuer. */
import type { DocumentView } from '../document-view.ts';
import { companiesIn, companyPattern } from '../notation/party-names.ts';
import { quoteOf } from '../blocks/quotes.ts';
import { readSentence } from '../forms/read-form.ts';
import { phraseWords } from '../profiles/phrases.ts';
import { sentencesIn } from '../readers/read-sentences.ts';
import type { RuleMatch } from '../rule.ts';
import { legalForms } from '../vocabulary/legal-forms.ts';
import { plainForm } from '../notation/words.ts';
import { aliasesOf } from './aliases.ts';
import { beforeEngagement } from './engagement.ts';
import { isFirmName } from './firm-names.ts';
import { issuerForms } from './issuer-forms.ts';

const field = 'issuer_identity';
const { addressee, issues, watched, words } = issuerForms;

/**
 * Two anchors have to agree. An addressee may be the parent of the issuer or its administrator, and a sentence may be about
 * another token; where the names differ, or one of both is missing, the field has no value.
 */
export function issuerIn(document: DocumentView): readonly RuleMatch[] {
  const aliases = aliasesOf(document);
  const stated = sentencesIn(document)
    .filter(({ lower }) => words.some((word) => lower.includes(word)))
    .flatMap((sentence) => {
      document.steps.characters(sentence.plain.length);
      const named = { ...sentence, plain: aliases.named(sentence.plain) };
      return readSentence(issues, named, watched).map((one) => ({ ...one, place: sentence.place }));
    });
  const addressees = addresseesIn(document);
  const [addressed] = [...addressees.keys()];
  const why =
    addressed === undefined
      ? 'the report has no addressee that is a company'
      : addressees.size > 1
        ? 'the report has two addressees'
        : 'the report is addressed to another company';
  return stated.map(({ form, outcome, quote, place }): RuleMatch => {
    const name = 'value' in outcome ? String(outcome.value?.['name']) : '';
    const isAddressed = 'value' in outcome && addressees.size === 1 && keyOf(name) === addressed;
    return {
      field,
      kind: 'sentence',
      rule: `keyword:${form}`,
      quote,
      place,
      outcome: isAddressed
        ? { value: { name: addressees.get(keyOf(name)) ?? name } }
        : 'why' in outcome
          ? outcome
          : { why },
    };
  });
}

/** Names that differ in punctuation alone are one. */
const keyOf = (name: string): string => phraseWords(name).join(' ');

/**
 * The companies that the report addresses, by their words: in a paragraph that begins with "To", or in the lines before the
 * first sentence of the engagement.
 */
export function addresseesIn(document: DocumentView): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const put = (name: string): unknown => named.set(keyOf(name), name);
  const read = (plain: string, text: string): void => {
    const found = isHeading(plain) ? readSentence([addressee], { text: quoteOf(text), plain, isWhole: true }) : [];
    for (const { outcome } of found) if ('value' in outcome) put(String(outcome.value?.['name']));
  };
  for (const { text } of document.passages) {
    const plain = plainForm(text).trim();
    if (plain.toLowerCase().startsWith('to ')) read(plain, text);
  }
  const before = beforeEngagement(document).map(({ text }) => ({ text, plain: plainForm(text).trim() }));
  for (const { text, plain } of before) read(plain, text);
  if (named.size > 0) return named;
  for (const { plain } of before) {
    const [first, second] = companiesIn(plain);
    if (first?.start === 0 && second === undefined && isHeading(plain) && !isFirmName(first.name)) put(first.name);
  }
  return named;
}

const company = new RegExp(companyPattern, 'iu');
const form = new RegExp(`(?:^|\\s)(?:${legalForms.join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** Nothing but an address follows the company: no sentence, which goes on in lower case, and no second company. */
function isHeading(plain: string): boolean {
  const match = company.exec(plain);
  const rest = match === null ? '' : plain.slice(match.index + match[0].length);
  return !/(?:^|\s)\p{Ll}/u.test(rest) && !form.test(rest);
}
