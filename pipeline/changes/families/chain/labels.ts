/** Names and explanations of what is read from a chain. */
import type { ExplainedField } from '../../../../schemas/generated/records.ts';
import { midSentence } from '../../text/values.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

type Explained = Pick<ExplainedField, 'label' | 'meaning' | 'stake'>;

const authorities: Readonly<Record<string, Explained>> = {
  owner: {
    label: 'Owner authority',
    meaning: 'The account that owns the contract, or that administers its roles.',
    stake: 'It decides who has the other powers over the token.',
  },
  creator: {
    label: 'Creator authority',
    meaning: 'The account that created the token.',
    stake: 'It ties the token to its maker.',
  },
  mint_authority: {
    label: 'Mint authority',
    meaning: 'The account that can create tokens.',
    stake: 'It decides how many tokens there are.',
  },
  update_authority: {
    label: 'Update authority',
    meaning: 'The account that can change the metadata of the token.',
    stake: 'It decides under which name the token is shown.',
  },
  freeze_authority: {
    label: 'Freeze authority',
    meaning: 'The account that can freeze balances of holders.',
    stake: 'A frozen balance cannot be moved.',
  },
  upgrade_authority: {
    label: 'Upgrade authority',
    meaning: 'The account that can replace the code of the token.',
    stake: 'The code decides what the token does.',
  },
  pause_authority: {
    label: 'Pause authority',
    meaning: 'The account that can stop all transfers.',
    stake: 'While transfers are stopped, no balance can be moved.',
  },
};

/** Explanation of an authority type; the set of types is open. */
export function authorityField(type: string): ExplainedField {
  const known = Object.hasOwn(authorities, type) ? authorities[type] : undefined;
  return {
    name: type,
    ...(known ?? {
      label: sentenceCase(type.replaceAll('_', ' ')),
      meaning: 'An account with a power over the token.',
      stake: 'It can use that power over the token.',
    }),
  };
}

export const inSentence = ({ label }: Explained): string => midSentence(label);

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
} as const satisfies Readonly<Record<string, Explained>>;
