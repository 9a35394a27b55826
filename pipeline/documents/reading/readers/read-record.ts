/** Values that are put together from several cells or facts: the issuer, the document itself. */
import { isDti } from '../../../../schemas/values/dti.ts';
import { isLei } from '../../../../schemas/values/lei.ts';
import { type AnchoredPassage, cellsNumbered, factsNamed } from './anchors.ts';
import { closedAnswer } from '../notation/closed-answers.ts';
import type { DocumentView } from '../document-view.ts';
import { countryNamed, countryOfAddress } from '../notation/places-of-law.ts';
import { partyName } from '../notation/party-names.ts';
import { quoteOf } from '../blocks/quotes.ts';
import type { RecordMember, RecordRule } from '../rules/field-rules.ts';
import type { RuleMatch } from '../rule.ts';
import { partAnswer } from '../template/part-answer.ts';
import { dateOf } from '../notation/dates.ts';
import { languageOf } from '../notation/values.ts';
import { plainForm } from '../notation/words.ts';

interface ReadMember {
  readonly member: string;
  readonly value: unknown;
  readonly from: AnchoredPassage;
}

export function readRecord(document: DocumentView, field: string, rule: RecordRule): readonly RuleMatch[] {
  return [
    ...recordOf(document, field, rule, 'tag', (member) => factsNamed(document, member.elements)),
    ...recordOf(document, field, rule, 'cell', (member) => cellsNumbered(document, member.cells)),
  ];
}

type Side = Pick<RecordMember, 'elements' | 'cells'>;

function recordOf(
  document: DocumentView,
  field: string,
  rule: RecordRule,
  kind: 'tag' | 'cell',
  anchoredOf: (side: Side) => readonly AnchoredPassage[],
): readonly RuleMatch[] {
  const members = sideOf(document, rule, anchoredOf);
  if (members === null) return [];
  const anchored = members.flatMap((member) => anchoredOf(member).map((from) => ({ member, from })));
  const [first] = anchored;
  if (first === undefined) return [];
  const left = (from: AnchoredPassage, why: string): readonly RuleMatch[] => [
    { field, kind, rule: from.rule, outcome: { why }, quote: quoteOf(from.text), place: from.place },
  ];
  const read: ReadMember[] = [];
  let unseen: string | null = null;
  for (const { member, from } of anchored) {
    if (from.why !== undefined) {
      unseen = from.why;
      continue;
    }
    const value = memberOf(member.read, from);
    const before = read.find((one) => one.member === member.member);
    if (value === null) continue;
    if (before !== undefined && JSON.stringify(before.value) !== JSON.stringify(value)) {
      return left(from, `two passages state different values of ${member.member}`);
    }
    if (before === undefined) read.push({ member: member.member, value, from });
  }
  const missing = rule.required.find((name) => !read.some(({ member }) => member === name));
  if (missing !== undefined) return left(first.from, unseen ?? `${missing} is not readable`);
  const [shown] = read;
  if (shown === undefined) return left(first.from, unseen ?? 'nothing of it is readable');
  const address = rule.url === undefined ? {} : addressOf(rule.url, document.url);
  if (address === null) return left(shown.from, 'the address of the document is not https');
  const value = { ...address, ...Object.fromEntries(read.map((one) => [one.member, one.value])) };
  return [
    {
      field,
      kind,
      rule: shown.from.rule,
      outcome: { value },
      quote: quoteOf(shown.from.text),
      place: shown.from.place,
    },
  ];
}

const addressOf = (member: string, url: string): Readonly<Record<string, string>> | null =>
  url.startsWith('https://') ? { [member]: url } : null;

/** The members of the side that the document describes; null if it does not name the side. */
function sideOf(
  { passages }: DocumentView,
  { members, instead }: RecordRule,
  anchoredOf: (side: Side) => readonly AnchoredPassage[],
): readonly RecordMember[] | null {
  if (instead === undefined) return members;
  const questions = anchoredOf(instead);
  const answers = new Set(questions.map(({ text }) => closedAnswer(text)));
  if (answers.size > 1 || questions.some(({ why }) => why !== undefined)) return null;
  const [answer] = answers;
  if (answer === 'yes') return instead.yes;
  if (answer === 'no' || answer === 'notApplicable') return members;
  // A part without the question answers it with its first words, or leaves it open.
  const part = partAnswer(passages, instead.part);
  if (part === 'open') return null;
  // Without an answer the first side holds only where the other one is empty.
  const other = instead.yes.flatMap((member) => anchoredOf(member));
  return other.every(({ text }) => closedAnswer(text) === 'notApplicable') ? members : null;
}

const identifier = /[A-Z]{0,3}[- ]?\d[\dA-Z]*(?:[.\- ][\dA-Z]+)*/;

function memberOf(read: RecordMember['read'], { text, lines }: Pick<AnchoredPassage, 'text' | 'lines'>): unknown {
  const plain = plainForm(text).trim();
  switch (read) {
    case 'name':
      return partyName(plain);
    case 'lei': {
      const code = plain.replaceAll(/\s/g, '').replace(/\.$/, '');
      return isLei(code) ? code : null;
    }
    case 'registration':
      return registrationOf(plain);
    case 'addressCountry':
      return countryOfUri(plain) ?? countryOfAddress(plainAddress(lines ?? [text]));
    case 'date':
      // A note behind a day has no other one.
      return dateOf(plain.replace(/ ?\([^()\d]{1,80}\)\.?$/, ''));
    case 'language':
      return languageOf(plain);
    case 'dti':
      return dtisOf(plain);
  }
}

const plainAddress = (lines: readonly string[]): string =>
  lines
    .map((line) => plainForm(line).trim().replace(/,$/, ''))
    .join(', ')
    .replace(/\.$/, '');

/** The only number of a cell for one, after what it is called. */
function registrationOf(plain: string): string | null {
  if (closedAnswer(plain) !== null) return null;
  const [text = ''] = plain.split(/ https?:/, 1);
  const last = text.split(/:\s*/).at(-1)?.trim().replace(/\.$/, '') ?? '';
  const joined = last.replaceAll(/ ?- ?/g, '-');
  return new RegExp(`^(?:${identifier.source})$`).test(joined) && joined.length <= 40 ? joined : null;
}

/** `https://xbrl.org/2024/iso3166#AE`, or a member state of the taxonomy. */
function countryOfUri(text: string): string | null {
  const code = text.includes('iso3166') ? /^https?:\/\/\S*#([A-Z]{2})$/.exec(text)?.[1] : undefined;
  const name = /#([A-Z]\w+)MemberState$/.exec(text)?.[1];
  return countryNamed(code ?? name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') ?? '');
}

const noIdentifier =
  /^(?:(?:not|none) (?:yet )?(?:available|assigned|applicable)|n\/a|none|no (?:dti|digital token identifier)(?: code)? is available\b.*)[.]?$/i;

/** The digital token identifiers in a cell; an empty list if the cell states that there are none yet. */
function dtisOf(plain: string): readonly string[] | null {
  const [first = ''] = plain.split(/\.\s/, 1);
  if (noIdentifier.test(first) || closedAnswer(plain) === 'notApplicable') return [];
  const parts = plain.split(/[\s,;|]+/).filter((part) => part !== '');
  return parts.length > 0 && parts.every(isDti) ? [...new Set(parts)].sort() : null;
}
