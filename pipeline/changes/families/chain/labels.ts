/** Names and explanations of what is read from a chain. */
import type { ExplainedField } from '../../../../schemas/generated/records.ts';
import { authorityTerm } from '../../../../schemas/terms/authorities.ts';
import { joinList, midSentence } from '../../../text/values.ts';

type ExplainedSide = Pick<ExplainedField, 'label' | 'meaning' | 'stake'>;

/** Explanation of an authority type; the set of types is open. */
export function authorityField(type: string): ExplainedField {
  const { label, meaning, stake } = authorityTerm(type);
  return { name: type, label, meaning, stake };
}

export const inSentence = ({ label }: ExplainedSide): string => midSentence(label);

const suffix = ' authority';

/** Several authorities within a sentence, after "the": "owner, mint and pause authorities". */
export function authoritiesText(types: readonly string[]): string {
  const labels = types.map((type) => inSentence(authorityTerm(type)));
  const named = labels.filter((label) => label.endsWith(suffix)).map((label) => label.slice(0, -suffix.length));
  const others = labels.filter((label) => !label.endsWith(suffix));
  const authorities =
    named.length === 0 ? [] : [`${joinList(named)} ${named.length === 1 ? 'authority' : 'authorities'}`];
  return joinList([...authorities, ...others].map((one, index) => (index === 0 ? one : `the ${one}`)));
}

const phrases: Readonly<Record<string, string>> = {
  freeze_address: 'freezing an address',
  pause_all: 'pausing all transfers',
  burn_from: "burning a holder's tokens",
  force_transfer: 'forced transfers',
  upgrade_logic: "upgrading the token's logic",
  transfer_fee: 'a fee on transfers',
  close_mint: 'closing the mint',
  frozen_by_default: 'new accounts frozen from the start',
  non_transferable: 'no transfers at all',
  interest: 'interest that balances show',
  transfer_hook: 'a program that every transfer calls',
  change_metadata: 'changing name, symbol and other metadata',
  scaled_amount: 'a factor that balances show',
};

/** A power over balances and transfers in words; the set of codes is open. */
export const powerText = (code: string): string =>
  Object.hasOwn(phrases, code) ? (phrases[code] ?? code) : code.replaceAll('_', ' ');

export const tokenFields = {
  name: {
    label: 'Token name, symbol and decimals',
    meaning: 'What the contract states as its name, its symbol and its decimal places.',
    stake: 'Wallets and exchanges show the token and its amounts by them.',
  },
  supply: {
    label: 'Total supply',
    meaning: 'How many tokens exist on this chain.',
    stake: 'Each token is a share of what stands behind all of them.',
  },
  cap: {
    label: 'Greatest supply',
    meaning: 'The limit of the supply that the contract states.',
    stake: 'It decides how far the supply can grow.',
  },
  powers: {
    label: 'Powers over balances and transfers',
    meaning: 'What the code lets accounts do with tokens of others.',
    stake: 'A holder is subject to these powers.',
  },
  paused: {
    label: 'Pause',
    meaning: 'Whether the contract stops all transfers.',
    stake: 'While it is paused, tokens cannot be moved or redeemed on the chain.',
  },
} as const satisfies Readonly<Record<string, ExplainedSide>>;
