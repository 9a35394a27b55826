import type {
  AssetStatusValue,
  CheckName,
  IssuerKyiValue,
  ListMatchValue,
  RegisterColumnValue,
  RegisterListedValue,
} from '../../schemas/facts.ts';
import type { FieldValue } from '../../schemas/fields/field.ts';
import type { Category, ExplanationKind, PartyRole } from '../../schemas/vocabulary.ts';
import type { ChainComparison } from './chain-facts.ts';
import type { CollateralComparison } from './collateral-facts.ts';
import type { EvidenceGrade } from './evidence-grade.ts';

/** `draft`: only one reading, or a candidate. `superseded`: a draft that a later reading or a review withdrew. */
export type Stage = 'confirmed' | 'draft' | 'superseded';

/** What withdrew a draft or ended a match other than a later reading of the source: a review, or another statement of what was compared. */
export type Withdrawal = 'review' | 'terms';

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

/**
 * What differs between two readings of a disclosed field: the typed value (`value`); only the passage (`wording`); only the
 * spelling, with equal loose forms (`spelling`); nothing, since the earlier value returned (`returned`); the extraction from
 * the same bytes (`reread`); or unknown, since the new reading is partial (`partial`).
 */
export type DisclosureSense = 'value' | 'wording' | 'spelling' | 'returned' | 'reread' | 'partial';

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
  /** Absent for what a later reading withdrew, and for what is not withdrawn. */
  readonly withdrawnBy?: Withdrawal;
  /** Both readings have the same lineage. */
  readonly comparable: boolean;
}

/** Everything a rule may read. */
export type ImpactFacts = Circumstances & Comparison;
export type FactsOf<C extends ComparisonName> = Circumstances & Extract<Comparison, { readonly comparison: C }>;
