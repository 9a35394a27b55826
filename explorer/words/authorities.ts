import { isTerm, type Term } from '../../schemas/vocabulary.ts';

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

/** A type that this version does not know is shown as it is. */
export const authorityWords = (type: string): AuthorityWords =>
  isTerm('authorityType', type) ? words[type] : { name: type.replaceAll('_', ' '), power: '' };
