/** Lists of words in a sentence that are codes of a set: "force majeure, maintenance or an order of a court". */
import { plainForm } from '../notation/words.ts';

type Codes = Readonly<Record<string, readonly string[]>>;

/** Events in which redemption stops. */
const grounds: Codes = {
  law_or_order: [
    ...['law', 'applicable law', 'applicable laws', 'legal requirements', 'court order', 'order of court'],
    ...['order of competent authority', 'order of authority', 'order of supervisory authority', 'regulatory order'],
  ],
  technical: [
    ...['technical maintenance', 'maintenance', 'scheduled maintenance', 'technical failure', 'technical failures'],
    ...['system failure', 'system failures', 'technical problems'],
  ],
  market_stress: ['market stress', 'extreme market conditions', 'market disruption', 'market disruptions'],
  force_majeure: ['force majeure', 'force majeure event', 'force majeure events', 'events of force majeure'],
  sanctions_only: ['sanctions against holder'],
};

/** What a holder gets for tokens. */
const payouts: Codes = {
  fiat_same_currency: [
    ...['reference currency', 'referenced currency', 'official currency that token references'],
    ...['official currency referenced by token', 'same official currency'],
  ],
  underlying_asset: [
    ...['underlying asset', 'underlying assets', 'referenced asset', 'referenced assets', 'assets of reserve'],
    ...['physical gold', 'physical metal'],
  ],
  other_token: ['another token', 'another crypto-asset', 'other tokens', 'other crypto-assets'],
};

/** What an issuer can do to tokens of a holder. */
const powers: Codes = {
  freeze_address: ['freeze', 'block', 'blacklist', 'denylist'],
  seize: ['seize', 'confiscate'],
  burn_from: ['burn', 'destroy'],
  force_transfer: ['forcibly transfer', 'force transfer of'],
};

const lists = { grounds, payouts, powers } as const;

/** Codes of a list, sorted; null when a part of it is none of the words. */
export function codesOf(list: keyof typeof lists, text: string): readonly string[] | null {
  const codes = plainForm(text)
    .toLowerCase()
    .split(/, ?(?:and\/or|and|or)? | (?:and\/or|and|or) /)
    .map((part) => part.replaceAll(/\b(?:a|an|the)\s+/g, '').trim())
    .map((part) => Object.entries(lists[list]).find(([, words]) => words.includes(part))?.[0] ?? null);
  const known = codes.filter((code) => code !== null);
  return known.length < codes.length ? null : [...new Set(known)].sort();
}

/** The lists as data: a part of the rules and of their hash. */
export const listedCodes = lists;
