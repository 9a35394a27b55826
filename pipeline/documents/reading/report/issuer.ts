/** The issuer of a report: its addressee, if a sentence of the report names this company as the issuer. */
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import type { DocumentView } from '../document-view.ts';
import { companyPattern } from '../notation/party-names.ts';
import { quoteOf } from '../blocks/quotes.ts';
import { readSentence } from '../forms/read-form.ts';
import { sentencesIn } from '../readers/read-sentences.ts';
import type { RuleMatch } from '../rule.ts';
import { legalForms } from '../vocabulary/legal-forms.ts';
import { plainForm } from '../notation/words.ts';
import { issuerForms } from './issuer-forms.ts';

const field = 'issuer_identity';
const { addressee, issues, watched, words } = issuerForms;

/**
 * Two anchors have to agree. An addressee may be the parent of the issuer or its administrator, and a sentence may be about
 * another token; where the names differ, or one of both is missing, the field has no value.
 */
export function issuerIn(document: DocumentView): readonly RuleMatch[] {
  const stated = sentencesIn(document)
    .filter(({ lower }) => words.some((word) => lower.includes(word)))
    .flatMap((sentence) => readSentence(issues, sentence, watched).map((one) => ({ ...one, place: sentence.place })));
  const addressees = new Set(addresseesIn(document));
  const [addressed] = addressees;
  const why =
    addressed === undefined
      ? 'the report has no addressee that is a company'
      : addressees.size > 1
        ? 'the report has two addressees'
        : 'the report is addressed to another company';
  return stated.map(({ form, outcome, quote, place }): RuleMatch => {
    const isAddressed = 'value' in outcome && addressees.size === 1 && canonicalJson(outcome.value) === addressed;
    return {
      field,
      kind: 'sentence',
      rule: `keyword:${form}`,
      quote,
      place,
      outcome: isAddressed || 'why' in outcome ? outcome : { why },
    };
  });
}

/** Canonical values of the companies that paragraphs of the report address. */
function addresseesIn({ passages }: DocumentView): readonly string[] {
  return passages.flatMap(({ text }) => {
    const plain = plainForm(text).trim();
    if (!plain.toLowerCase().startsWith('to ') || !isHeading(plain)) return [];
    return readSentence([addressee], { text: quoteOf(text), plain, isWhole: true }).flatMap(({ outcome }) =>
      'value' in outcome ? [canonicalJson(outcome.value)] : [],
    );
  });
}

const company = new RegExp(companyPattern, 'iu');
const form = new RegExp(`(?:^|\\s)(?:${legalForms.join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** Nothing but an address follows the company: no sentence, which goes on in lower case, and no second company. */
function isHeading(plain: string): boolean {
  const match = company.exec(plain);
  const rest = match === null ? '' : plain.slice(match.index + match[0].length);
  return !/(?:^|\s)\p{Ll}/u.test(rest) && !form.test(rest);
}
