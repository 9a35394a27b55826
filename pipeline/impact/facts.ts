import type {
  AccountControlValue,
  AssetStatusValue,
  AuthorityGoneValue,
  ChainCodeValue,
  ChainRoleValue,
  CheckName,
  IssuerKyiValue,
  ListMatchValue,
  RegisterColumnValue,
  RegisterListedValue,
} from '../../schemas/facts.ts';
import type { FieldValue } from '../../schemas/fields/field.ts';
import type { Category, ExplanationKind, PartyRole } from '../../schemas/vocabulary.ts';

/** `draft`: only one reading, or a candidate. `superseded`: a draft that a later reading or a review withdrew. */
export type Stage = 'confirmed' | 'draft' | 'superseded';

/** Two readings of one fact, as typed values. */
export type Comparison =
  | { readonly comparison: 'asset_status'; readonly old: AssetStatusValue | null; readonly new: AssetStatusValue }
  | { readonly comparison: 'issuer_kyi'; readonly old: IssuerKyiValue | null; readonly new: IssuerKyiValue | null }
  | {
      readonly comparison: 'register_listed';
      /** Source key of the register. */
      readonly register: string;
      readonly old: RegisterListedValue | null;
      readonly new: RegisterListedValue;
    }
  | {
      readonly comparison: 'register_column';
      readonly meaning: string;
      readonly old: RegisterColumnValue | null;
      readonly new: RegisterColumnValue | null;
    }
  /** New is null when the asset no longer names the subject that matched. */
  | { readonly comparison: 'list_match'; readonly old: ListMatchValue | null; readonly new: ListMatchValue | null }
  | {
      readonly comparison: 'disclosure_field';
      readonly field: string;
      readonly sense: DisclosureSense;
      /** Null: not disclosed. */
      readonly old: FieldValue;
      readonly new: FieldValue;
      readonly evidence: { readonly old: EvidenceGrade; readonly new: EvidenceGrade };
    }
  | {
      readonly comparison: 'source';
      readonly event: SourceEvent;
      /** Whether the new text retains at least nine tenths of the old one; null when they were not compared. */
      readonly isSimilar: boolean | null;
      /** The source returned to its earlier content; absent for every other event. */
      readonly hasReturned?: true;
    }
  | ChainComparison
  | CollateralComparison
  | EdgeComparison
  /** What two sources state of one thing. */
  | { readonly comparison: 'source_check'; readonly name: CheckName; readonly state: 'agree' | 'differ' };

/** What one source states about the parties in a role, before and after. */
interface EdgeComparison {
  readonly comparison: 'party_edge';
  readonly event: EdgeEventName;
  readonly role: PartyRole;
  /** Added: no source named a party in the role before. Removed: no source names one any more. */
  readonly isOnly: boolean;
  /** A register states a reason why no such party is named. */
  readonly isExcused: boolean;
  /** Another change states the same event. */
  readonly isReportedElsewhere: boolean;
  /** Licence classes of the party that left and of the one that came; null where one is not known. */
  readonly classes: { readonly old: string; readonly new: string } | null;
}

export type EdgeEventName = 'added' | 'removed' | 'replaced' | 'detail';

/** Two readings of a chain. `isAlone`: one provider alone gave the new one. */
type ChainComparison = { readonly isAlone: boolean } & (
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

/** The instruments of a reserve in two complete reports. Classes are codes of `reserve_asset_classes`, null where none is stated. */
type CollateralComparison =
  | (CollateralEvidence & CollateralDifference)
  /** Reference data of an instrument. `endsEarly`: trading now ends long before the maturity. */
  | { readonly comparison: 'collateral_reference'; readonly endsEarly: boolean }
  /** A sanctions list names an instrument of the reserve. New is null when the reserve no longer has the instrument. */
  | {
      readonly comparison: 'collateral_match';
      readonly old: ListMatchValue | null;
      readonly new: ListMatchValue | null;
    };

/** Grades of the two readings; the earlier one is null where one reading alone shows the fact. */
interface CollateralEvidence {
  readonly evidence: { readonly old: EvidenceGrade | null; readonly new: EvidenceGrade };
}

export type CollateralDifference =
  | {
      readonly comparison: 'collateral_member';
      /** Of the instrument that came or left. */
      readonly class: string | null;
      /** Of all instruments, in the earlier and the later report. */
      readonly before: readonly (string | null)[];
      readonly after: readonly (string | null)[];
    }
  | { readonly comparison: 'collateral_detail'; readonly old: string | null; readonly new: string | null }
  | { readonly comparison: 'collateral_rolled'; readonly class: string }
  | { readonly comparison: 'collateral_maturity'; readonly old: LongestBound; readonly new: LongestBound }
  | { readonly comparison: 'collateral_concentration'; readonly isAbove: boolean }
  | { readonly comparison: 'collateral_invalid' };

/** The longest remaining maturity against 93 days; `unclear`: it depends on how settlement is counted. */
export type LongestBound = 'within' | 'unclear' | 'beyond';

/** `corrected`: the earlier value was not read from the chain. */
type AuthorityEvent = 'replaced' | 'given_up' | 'created' | 'corrected';

/** The account that has an authority. */
export interface AuthorityHolder {
  readonly kind: 'key' | 'multisig' | 'timelock' | 'anyone' | 'other';
  /** Approvals that a multisig needs; null where it is not known, or no multisig. */
  readonly threshold: number | null;
}

/**
 * What differs between two readings of a disclosed field: the typed value (`value`); only the passage (`wording`); only the
 * spelling, with equal loose forms (`spelling`); nothing, since the earlier value returned (`returned`); the extraction from
 * the same bytes (`reread`); or unknown, since the new reading is partial (`partial`).
 */
export type DisclosureSense = 'value' | 'wording' | 'spelling' | 'returned' | 'reread' | 'partial';

/** Grade of the evidence for a reading, strongest first. Confidence depends on it. */
export type EvidenceGrade =
  /** Chain, register, list, or a tagged fact of an iXBRL document. */
  | 'structured'
  /** Text under the number of a template field. */
  | 'field_code'
  /** Text at a declared selector. */
  | 'anchored'
  | 'keyword';

export type SourceEvent =
  | 'source_unreachable'
  | 'source_restored'
  | 'source_moved'
  | 'source_rewritten'
  | 'content_drift'
  | 'wrong_type';

export type ComparisonName = Comparison['comparison'];

interface Circumstances {
  readonly category: Category;
  readonly kind: ExplanationKind;
  readonly regimes: readonly string[];
  readonly stage: Stage;
  /** Both readings have the same lineage. */
  readonly comparable: boolean;
}

/** Everything a rule may read. */
export type ImpactFacts = Circumstances & Comparison;
export type FactsOf<C extends ComparisonName> = Circumstances & Extract<Comparison, { readonly comparison: C }>;
