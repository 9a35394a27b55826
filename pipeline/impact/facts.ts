import type {
  AssetStatusValue,
  IssuerKyiValue,
  ListMatchValue,
  RegisterColumnValue,
  RegisterListedValue,
} from '../../schemas/facts.ts';
import type { Category, ExplanationKind } from '../../schemas/vocabulary.ts';

/** `draft`: one reading only, or a candidate. `superseded`: a draft that a later reading showed to be nothing. */
export type Stage = 'confirmed' | 'draft' | 'superseded';

/** Two readings of one fact, read as what they are. */
export type Comparison =
  | { readonly comparison: 'asset_status'; readonly old: AssetStatusValue | null; readonly new: AssetStatusValue }
  | { readonly comparison: 'issuer_kyi'; readonly old: IssuerKyiValue | null; readonly new: IssuerKyiValue | null }
  | {
      readonly comparison: 'register_listed';
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
  | { readonly comparison: 'list_match'; readonly old: ListMatchValue | null; readonly new: ListMatchValue | null };

export type ComparisonName = Comparison['comparison'];

interface Circumstances {
  readonly category: Category;
  readonly kind: ExplanationKind;
  readonly regimes: readonly string[];
  readonly stage: Stage;
  /** Both readings have the same lineage. */
  readonly comparable: boolean;
}

/** Everything a rule may look at. */
export type ImpactFacts = Circumstances & Comparison;
export type FactsOf<C extends ComparisonName> = Circumstances & Extract<Comparison, { readonly comparison: C }>;
