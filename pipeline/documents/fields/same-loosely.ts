import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { looseForm, plainDecimal } from './normal-forms.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';

/**
 * Whether two values of a field differ only in spelling: letter case, whitespace, quotes, order of a set, notation of a
 * number or an address, spelling of the name of the same party. False when only one of them is disclosed.
 */
export function sameLoosely(name: string, left: FieldValue, right: FieldValue): boolean {
  if (left === null || right === null) return left === right;
  if (!namesParties(name)) return isSpelledAlike(left, right);
  const [ours, theirs] = [partiesIn(left), partiesIn(right)];
  return (
    ours.length === theirs.length &&
    ours.every((party) => theirs.some((other) => isSameParty(party, other))) &&
    theirs.every((party) => ours.some((other) => isSameParty(other, party)))
  );
}

/** Whether the texts of two disclosed values differ only in spelling. The same party under another name is a difference. */
export const isSpelledAlike = (left: FieldValue, right: FieldValue): boolean =>
  left === right || (!isOtherCode(left, right) && canonicalJson(loosened(left)) === canonicalJson(loosened(right)));

/** Most values are one code, which has no other spelling. */
const isOtherCode = (left: FieldValue, right: FieldValue): boolean =>
  typeof left?.['code'] === 'string' && typeof right?.['code'] === 'string' && left['code'] !== right['code'];

/** Whether the later of two values with the same parties lacks an identifier that the earlier one states. */
export function omitsIdentifier(name: string, earlier: FieldValue, later: FieldValue): boolean {
  if (earlier === null || later === null || !namesParties(name)) return false;
  return partiesIn(earlier).some((party) =>
    identifiers.some(
      (identifier) =>
        textOf(party, identifier) !== null &&
        !partiesIn(later).some((other) => textOf(other, identifier) !== null && isSameParty(party, other)),
    ),
  );
}

const identifiers = ['lei', 'registrationNumber'] as const;

function namesParties(field: string): boolean {
  const rule = fieldOf(field)?.rule;
  return rule?.type === 'parties' || (rule?.type === 'identity' && rule.of === 'party');
}

type Party = Readonly<Record<string, unknown>>;

/** Compares by the strongest identifier that both state: LEI, then registration number, then name. */
function isSameParty(left: Party, right: Party): boolean {
  if (textOf(left, 'lei') !== null && textOf(right, 'lei') !== null) return left['lei'] === right['lei'];
  const areElsewhere =
    textOf(left, 'country') !== null && textOf(right, 'country') !== null && left['country'] !== right['country'];
  if (areElsewhere) return false;
  const numbers = [textOf(left, 'registrationNumber'), textOf(right, 'registrationNumber')] as const;
  if (numbers[0] !== null && numbers[1] !== null) return looseForm(numbers[0]) === looseForm(numbers[1]);
  return looseForm(textOf(left, 'name') ?? '') === looseForm(textOf(right, 'name') ?? '');
}

/** The parties of a list, or the one that the value is. */
function partiesIn(value: Party): readonly Party[] {
  const parties = value['parties'];
  return Array.isArray(parties)
    ? parties.filter((party): party is Party => typeof party === 'object' && party !== null)
    : [value];
}

const textOf = (members: Party, name: string): string | null => {
  const text = members[name];
  return typeof text === 'string' ? text : null;
};

/** Normal form of a text of a value, by member. Other texts are codes. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  bps: plainDecimal,
  percent: plainDecimal,
  days: plainDecimal,
  amount: plainDecimal,
  cap: plainDecimal,
  text: looseForm,
  name: looseForm,
  contact: looseForm,
  version: looseForm,
  url: plainUrl,
};

function loosened(content: unknown, member = ''): unknown {
  if (typeof content === 'string') return Object.hasOwn(forms, member) ? forms[member]?.(content) : content;
  if (Array.isArray(content)) return content.map((item) => canonicalJson(loosened(item))).sort();
  if (typeof content !== 'object' || content === null) return content;
  const members = Object.entries(content).map(([name, value]: [string, unknown]) => [name, loosened(value, name)]);
  return withoutUnitOfNothing(Object.fromEntries(members) as Record<string, unknown>);
}

/** An amount of 0 is equal in all currencies, and 0 days are equal in all day counts. */
function withoutUnitOfNothing(members: Readonly<Record<string, unknown>>): unknown {
  if (members['amount'] === '0') return { amount: '0' };
  return members['days'] === '0' ? { days: '0' } : members;
}

/** Address without scheme, fragment, default port and trailing slash, with the host in lower case. */
function plainUrl(text: string): string {
  const url = parseUrl(text);
  if (url === null) return text;
  const { host, pathname, search } = url;
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}
