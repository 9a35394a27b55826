import { isTerm, type Term } from '../../schemas/vocabulary.ts';
import { sentenceCase } from '../../schemas/values/sentence-case.ts';

/** Name of an authority over a token, and what its holder can do. */
export interface AuthorityWords {
  readonly name: string;
  readonly power: string;
}

const words: Readonly<Record<Term<'authorityType'>, AuthorityWords>> = {
  owner: { name: 'Owner', power: 'can call what the contract reserves for its owner' },
  creator: { name: 'Creator', power: 'is named as the creator of the token' },
  mint_authority: { name: 'Mint authority', power: 'can create new units' },
  update_authority: { name: 'Update authority', power: 'can change name, symbol and other metadata' },
  freeze_authority: { name: 'Freeze authority', power: 'can block accounts from transfers' },
  upgrade_authority: { name: 'Upgrade authority', power: "can replace the contract's code" },
};

/** Authorities beyond the vocabulary that readings of chains name. */
const furtherWords: ReadonlyMap<string, AuthorityWords> = new Map(
  Object.entries({
    close_authority: { name: 'Close authority', power: 'can close the mint once no unit exists' },
    interest_rate_authority: { name: 'Interest rate authority', power: 'can change the interest that balances show' },
    metadata_pointer_authority: { name: 'Metadata pointer authority', power: 'can name the account with the metadata' },
    pause_authority: { name: 'Pause authority', power: 'can stop all transfers' },
    permanent_delegate: { name: 'Permanent delegate', power: 'can move or burn the units of any holder' },
    scaled_amount_authority: { name: 'Scaled amount authority', power: 'can change the factor that balances show' },
    transfer_fee_authority: { name: 'Transfer fee authority', power: 'can change the fee on transfers' },
    transfer_hook_authority: {
      name: 'Transfer hook authority',
      power: 'can name the program that every transfer calls',
    },
    withdraw_fee_authority: { name: 'Withdraw fee authority', power: 'can collect the fees on transfers' },
  }),
);

/** A type that this version does not know is shown as it is. */
export const authorityWords = (type: string): AuthorityWords =>
  isTerm('authorityType', type)
    ? words[type]
    : (furtherWords.get(type) ?? { name: sentenceCase(type.replaceAll('_', ' ')), power: '' });
