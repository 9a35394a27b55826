import type { AccountControlValue, AuthorityGoneValue, ChainCodeValue, ChainRoleValue } from '../../schemas/facts.ts';

/** Two readings of a chain. `isAlone`: one provider alone gave the new one. */
export type ChainComparison = { readonly isAlone: boolean } & (
  | {
      readonly comparison: 'authority';
      readonly event: AuthorityEvent;
      /** Authority type. */
      readonly type: string;
      /** Null: no account has it. */
      readonly old: AuthorityHolder | null;
      readonly new: AuthorityHolder | null;
    }
  | {
      readonly comparison: 'authority_gone';
      readonly reason: NonNullable<AuthorityGoneValue>['reason'];
    }
  | {
      readonly comparison: 'account_control';
      /** Authority types that the account serves, directly or through others. */
      readonly serves: readonly string[];
      readonly old: AccountControlValue;
      readonly new: AccountControlValue;
    }
  | {
      readonly comparison: 'contract_role';
      /** Authority types that the name of the role gives; of a role without a known name, those that its contract serves. */
      readonly serves: readonly string[];
      readonly old: ChainRoleValue;
      readonly new: ChainRoleValue;
    }
  | { readonly comparison: 'chain_code'; readonly old: ChainCodeValue; readonly new: ChainCodeValue }
  | { readonly comparison: 'ownership_offer'; readonly old: string | null; readonly new: string | null }
  | { readonly comparison: 'chain_paused'; readonly old: boolean; readonly new: boolean }
  | { readonly comparison: 'chain_powers'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly comparison: 'chain_cap'; readonly old: string | null; readonly new: string | null }
  | { readonly comparison: 'chain_token'; readonly members: readonly string[] }
  | {
      readonly comparison: 'chain_supply';
      /** The reserve is known to cover all tokens. */
      readonly isCovered: boolean;
      /** Change against the earlier figure in thousandths of it, towards zero; null where that was zero. */
      readonly movedBy: number | null;
    }
);

/** `corrected`: the earlier value was not read from the chain. */
type AuthorityEvent = 'replaced' | 'given_up' | 'created' | 'corrected';

/** The account that has an authority. */
export interface AuthorityHolder {
  readonly kind: 'key' | 'multisig' | 'timelock' | 'anyone' | 'other';
  /** Approvals that a multisig needs; null where it is not known, or no multisig. */
  readonly threshold: number | null;
}
