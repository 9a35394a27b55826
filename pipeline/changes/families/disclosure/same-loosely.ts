import { fieldOf } from '../../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { looseForm, plainDecimal } from './normal-forms.ts';
import { parseUrl } from '../../../../schemas/values/parse-url.ts';

/**
 * Whether two values of a field state the same but for spelling: letter case, whitespace, quotes, order of a set, how a
 * number or an address is written, other spellings of the name of one party. False when only one of them is disclosed.
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

/** Whether two disclosed values differ in nothing but spelling: the same party by its identifier may have another name. */
export const isSpelledAlike = (left: FieldValue, right: FieldValue): boolean =>
  canonicalJson(loosened(left)) === canonicalJson(loosened(right));

/** Whether the later of two values that name the same parties states no identifier where the earlier one states one. */
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

/** By the strongest identifier that both state: LEI, then registration number, then name. */
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

/** How a text of a value is written when spelling does not count, by member; other texts are codes. */
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

/** Nothing is nothing in any currency, and takes no time however days are counted. */
function withoutUnitOfNothing(members: Readonly<Record<string, unknown>>): unknown {
  if (members['amount'] === '0') return { amount: '0' };
  return members['days'] === '0' ? { days: '0' } : members;
}

/** Address without scheme, fragment, default port and a slash at its end, host in lower case. */
function plainUrl(text: string): string {
  const url = parseUrl(text);
  if (url === null) return text;
  const { host, pathname, search } = url;
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}
