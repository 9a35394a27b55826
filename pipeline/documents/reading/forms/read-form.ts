/** Runs forms over texts: closed answers, whole cells, sentences. A sentence that takes something back is left out. */
import { ownJson } from '../../../../schemas/stored-value.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { unreadMark } from '../../../../schemas/values/reading.ts';
import { closedAnswer } from '../notation/closed-answers.ts';
import { quoteOf, type Sentence, sentencesOf } from '../blocks/quotes.ts';
import type { SentenceForm, TextForm } from './form.ts';
import { harmlessAbroad, negationAbroad } from './takes-back.ts';
import { compiled, isNumberSlot, slotValue } from './slots.ts';
import { otherWordsAfter } from '../notation/number-words.ts';
import { amountTextOf } from '../notation/values.ts';
import { plainForm } from '../notation/words.ts';

/** What a form made of a text, with the passage that states it. */
export interface FormOutcome {
  /** Id of the form, or the closed answer. */
  readonly form: string;
  readonly outcome: { readonly value: FieldValue } | { readonly why: string };
  readonly quote: string;
}

/** Everything that a form finds in a cell. An anchored cell in which nothing is found is left out, with the reason. */
export function readCell(form: TextForm, text: string): readonly FormOutcome[] {
  const quote = quoteOf(text);
  const left = (why: string): readonly FormOutcome[] => [{ form: 'cell', outcome: { why }, quote }];
  if (text.trim() === '') return [];
  if (text.includes(unreadMark)) return left('a part of it has no map to letters');
  if (isInstruction(text)) return left('it is an instruction of the template');
  const answer = closedAnswer(text);
  if (answer !== null) {
    if (form.silent?.includes(answer) === true) return [];
    const value = form.closed?.[answer];
    return value === undefined
      ? left('its answer does not state the field')
      : [{ form: answer, outcome: { value }, quote }];
  }
  const plain = plainForm(text).trim();
  for (const one of form.whole ?? []) {
    const value = valueOf(one, plain);
    if (value !== undefined) return [{ form: one.id, outcome: { value }, quote }];
  }
  const found = sentencesOf({ text, place: '' }, true).flatMap((sentence) =>
    readSentence(form.sentences ?? [], sentence, form.watched),
  );
  return found.length > 0 || form.isWide === true ? found : left('its text has no form that is read');
}

/** What the forms find in a sentence; nothing where none fits and it has no `watched` words. */
export function readSentence(
  forms: readonly SentenceForm[],
  { text, plain, isWhole, isBound = false }: Pick<Sentence, 'text' | 'plain' | 'isWhole' | 'isBound'>,
  watched?: string,
): readonly FormOutcome[] {
  if (question.test(plain)) return [];
  const quote = quoteOf(text);
  for (const form of forms) {
    const match = expressionOf(form.pattern).exec(plain);
    if (match === null) continue;
    const left = (why: string): readonly FormOutcome[] => [{ form: form.id, outcome: { why }, quote }];
    if (!isWhole) return left('the sentence goes on elsewhere');
    if (isBound) return left('a condition before it may bind it');
    if (text.includes(unreadMark)) return left('a part of it has no map to letters');
    const taken = takenBack(plain, form);
    if (taken !== null) return left(`"${taken}" may take it back`);
    if (form.refused !== undefined && fits(form.refused, plain)) return left('another part of it may take it back');
    const bound = validity.exec(plain);
    if (bound !== null) return left(`it cannot be read since it holds ${bound[0].toLowerCase()}`);
    const more = goingOn(plain, match);
    if (more === '^') return left('it cannot be read since a raised mark follows its number');
    if (more?.startsWith('(') === true) return left(`the words "${more}" are not its number`);
    if (more !== null) return left(`"${more}" goes on with its number`);
    const value = filled(form, match.groups ?? {});
    return value === undefined
      ? left('what it states is not readable')
      : [{ form: form.id, outcome: { value }, quote }];
  }
  const isAbout = watched !== undefined && expressionOf(watched).test(plain);
  return isAbout ? [{ form: 'watched', outcome: { why: 'it is about the field in words of its own' }, quote }] : [];
}

/** Whether a text has the pattern of a form. */
export const fits = (pattern: string, plain: string): boolean => expressionOf(pattern).test(plain);

const expressions = new Map<string, RegExp>();
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? compiled(pattern);
  expressions.set(pattern, known);
  return known;
}

/** The value of a whole text; undefined when it does not have the form. */
function valueOf(form: SentenceForm, plain: string): FieldValue | undefined {
  const match = expressionOf(`^(?:${form.pattern})$`).exec(plain);
  return match === null ? undefined : filled(form, match.groups ?? {});
}

/** A value with what was read in its places; undefined when one of these is not what it looks like. */
function filled({ value }: SentenceForm, groups: Readonly<Record<string, string | undefined>>): FieldValue | undefined {
  // What the form names and does not take has to be what it looks like, too.
  const missing = Object.entries(groups).flatMap(([name, text]) =>
    text !== undefined && slotValue(name, text) === null ? [name] : [],
  );
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'string' || !member.startsWith('$')) return member;
    const read = slotValue(member.slice(1), groups[member.slice(1)] ?? '');
    if (read === null || read === undefined) missing.push(member);
    return read;
  });
  return missing.length === 0 ? ownJson<FieldValue>(text) : undefined;
}

const unit = '(?: ?(?:%|percent|per cent|basis points|bps|[A-Z]{3}))?';
/** What makes a number another one: further digits, a raised mark, a scale, a second bound. */
const numberGoesOn = new RegExp(
  `^(?:\\^|[.,' /]?\\d| ?(?:hundreds?|dozens?|thousand|million|billion|trillion|lakhs?|crores?|bn|mn|mln|mio|tn|k|m)(?![\\p{L}])|${unit}(?: ?-| to| or| and)(?: up to)? ?(?:[A-Z]{3} ?|[$€£])?\\d|${unit},? (?:\\()?(?:at least|at most|(?:with |subject to )?an? (?:minimum|maximum)|minimum|maximum|plus|up to|capped))`,
  'iu',
);

/** Text after a number of the sentence that belongs to it; null where each number ends. */
function goingOn(plain: string, match: RegExpExecArray): string | null {
  for (const [name, place] of Object.entries(match.indices?.groups ?? {})) {
    // A slot that took no part in the match has no place.
    if (!isNumberSlot(name) || !Array.isArray(place)) continue;
    const more = numberGoesOn.exec(plain.slice(place[1], place[1] + 60));
    if (more !== null) return more[0].trim();
    const text = match.groups?.[name] ?? '';
    const words = otherWordsAfter(amountTextOf(text) ?? '', plain.slice(place[1], place[1] + 200));
    if (words !== null) return `(${words})`;
  }
  return null;
}

const day =
  '(?:\\p{L}{3,12} \\d{1,2},? \\d{4}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?\\p{L}{3,12},? \\d{4}|\\d{4}-\\d{2}-\\d{2}|\\p{L}{3,12} \\d{4}|\\d{4}(?!\\d))';
/** A sentence that holds from or until a day is not known to be in force when it is read. */
const validity = new RegExp(
  `\\b(?:(?:as )?from|effective(?: from| on| as of)?|starting(?: on| from| in)?|beginning(?: on| from| in)?|until|till|through) (?:the )?${day}`,
  'iu',
);

/** The same of terms, whose sentences have no date of their own: a report states everything as of a day. */
const ofOneDay = new RegExp(
  `\\b(?:as (?:of|at)|after|before|prior to|by|in|for|during|beginning with|starting with) (?:the )?(?:(?:year|end of|start of|beginning of) ){0,2}(?:Q[1-4] )?${day}`,
  'iu',
);

/** The words that bind a sentence of terms to a day; null when there are none. */
export const boundToDay = (plain: string): string | null => ofOneDay.exec(plain)?.[0].toLowerCase() ?? null;

/** Words that may take a sentence back, or bind it to a condition. */
const negation =
  /\b(?:not|no|never|neither|nor|cannot|except|unless|other than|subject to|without|however|but|save (?:for|that|as|where)|only if|provided that|notwithstanding|may|might|could|suppose|for (?:example|instance)|if|when|where|in case|for (?:(?:such|any|all|those|other|non-|government(?:al)?|federal|u\.s\.|eu|uk) ?){0,4}(?:users|customers|residents|consumers|entities|organi[sz]ations|businesses|persons))\b/i;

/** What held once, and is not known to hold now. */
const bygone =
  /\b(?:(?:was|were|had been) (?:[a-z]{1,20}ly )?(?:governed|construed|interpreted|subject to|resolved|settled|redeemed|charged|set at|held|paid)|formerly|previously|historically|in the past|used to)\b/i;
/** A question states nothing. */
const question = /\?["')\]”’]{0,3}\s{0,3}$/;

const conflicts = '(?:conflicts?|choices?)';
/** Rules on conflicts of laws, in the words of clauses on governing law. */
const lawConflicts = [
  "(?:(?:its|the|any|their|that|such|state|country|jurisdiction|state's|jurisdiction's|rules|principles|provisions|governing|of|on|regarding|relating|to) ){0,8}",
  `${conflicts}(?:[ -]of[ -]laws?)?(?:(?:,| and| or|,? and\\/or) (?:its |the )?${conflicts}){0,2}[ -]of[ -]law(?:s|'s|s')?`,
  '(?: (?:rules|provisions|principles|doctrines?|statutes?|laws?|analysis)){0,2}(?:,? (?:or|and) (?:rules|principles|provisions))?',
  '(?: (?:thereof|of (?:that|such|any|the) (?:state|jurisdiction|country)))?',
].join('');
/** The same, described: principles by which another law would apply. */
const otherLaw = [
  '(?:(?:its|any|the|such|rules?|principles?|provisions?|choice|conflicts?|of|laws?|or|and) ){1,8}(?:that|which) (?:may|might|would|could|will)? ?',
  '(?:cause|provide(?: for)?|require|result in|lead to|direct|permit) (?:the )?application of (?:the )?laws? of (?:another|any other|any|a different|other) (?:jurisdictions?|states?|countr(?:y|ies))',
].join('');
const saleOfGoods =
  '(?:,? (?:or|and|nor) (?:to )?(?:the )?(?:united nations|u\\.n\\.|un) convention on (?:contracts for )?the international sale of goods)?';

/** Parts of legal sentences that take nothing back. */
const harmless: readonly string[] = [
  `(?:without (?:regard|reference|giving effect|effect being given|recourse|respect) to|notwithstanding) ${lawConflicts}${saleOfGoods}`,
  `without (?:regard|reference|giving effect|effect being given) to ${otherLaw}`,
  `(?:excluding|exclusive of|other than) ${lawConflicts}`,
  '(?:except|excluding|with the exception of|to the exclusion of)(?: for)? (?:(?:its|the) (?:rules (?:on|of) )?conflicts?(?: of laws?)?(?: (?:rules|provisions|principles))?,? and (?:of )?)?(?:the )?(?:application of (?:the )?)?(?:united nations|u\\.n\\.|un) (?:sales convention|convention on (?:contracts for )?the international sale of goods)(?: \\([^()]{0,160}\\))?',
  '(?:except )?to the extent (?:not )?(?:that )?(?:it is |they are )?pre-?empted by (?:or inconsistent with )?(?:applicable )?(?:u\\.s\\. |united states |us )?federal law',
  '(?:,? (?:or|and|except) )?as (?:otherwise )?required by (?:applicable )?laws?(?! of)',
  'except (?:where|to the extent) (?:prohibited|otherwise required) by applicable laws?',
  '(?:subject to|except as required by|to the extent permitted by) (?:any )?(?:mandatory )?applicable laws?',
  'subject to (?:any )?mandatory (?:consumer )?(?:protection )?laws?',
  'including,? \\(?but not limited to\\)?',
  '(?:except )?to the extent (?:that )?(?:any )?applicable laws? (?:provides|requires) otherwise',
  "unless (?:prohibited|otherwise required) by (?:your (?:country|state|jurisdiction)(?:'s)? )?(?:applicable )?laws?",
  'to the (?:fullest|maximum|full) extent permitted by (?:applicable )?laws?',
];
const harmlessForms = harmless.map((source) => new RegExp(source, 'gi'));

/** The first word that may take a sentence back; null when there is none. */
function takenBack(text: string, { allowed = [], language = 'en' }: SentenceForm): string | null {
  const common = language === 'en' ? harmlessForms : harmlessAbroad[language];
  const forms = [...allowed.map((source) => new RegExp(source, 'giu')), ...common];
  const left = forms.reduce((rest, form) => rest.replaceAll(form, ' '), text);
  const words = language === 'en' ? negation : negationAbroad[language];
  return (words.exec(left) ?? (language === 'en' ? bygone.exec(left) : null))?.[0].toLowerCase() ?? null;
}

/** Beginnings of instructions that the template gives to its authors. */
const instructions =
  /^(?:where applicable, information (?:about|on)|information (?:about|on) the|a description of|description of (?:the|any)|indicate|indication (?:of|whether)|please (?:provide|specify|describe)|an indication)\b/i;
const isInstruction = (text: string): boolean => instructions.test(plainForm(text).trim());
