/** Entry of the catalogue of disclosure fields; docs/fields.md is generated from it. */
import type { SchemaObject } from 'ajv';
import type { Dimension, Direction, FieldGroup, Regime } from '../vocabulary.ts';

/** A typed value of a field, as JSON; null when the source was read and does not state it. */
export type FieldValue = Readonly<Record<string, unknown>> | null;

/** How a quantity is written: decimal text in these members of the value. */
export type Quantity =
  /** `{"bps":"10"}`: basis points. */
  | 'bps'
  /** `{"percent":"100.5"}`. */
  | 'percent'
  /** `{"days":"5","count":"business"}` or `"calendar"`: a business day counts as 1.4 days when compared, both are shown. */
  | 'days'
  /** `{"amount":"100","currency":"EUR"}`: two currencies compare only when one amount is 0. */
  | 'money';

/**
 * How two disclosed values of a field compare (docs/fields.md). Scales list the best value for a holder first; a code
 * outside of the scale is recorded as `other`, and the comparison stays unassessed.
 */
export type FieldRule =
  | { readonly type: 'ordinal'; readonly scale: readonly string[] }
  /** Codes that mean a number of days, for example `monthly` 31; fewer is better, `none` is worst. */
  | { readonly type: 'frequency'; readonly days: Readonly<Record<string, number | null>> }
  | {
      readonly type: 'lower' | 'higher';
      readonly quantity: Quantity;
      /** A difference within it is neutral; in the unit of the quantity. */
      readonly tolerance: string;
      /** Crossing one counts even within the tolerance. */
      readonly thresholds: readonly string[];
    }
  | { readonly type: 'setBad'; readonly codes: readonly string[] }
  /** The loss of an essential code weakens whatever was added. */
  | { readonly type: 'setGood'; readonly codes: readonly string[]; readonly essential: readonly string[] }
  | { readonly type: 'tierSet'; readonly tiers: readonly (readonly string[])[] }
  | { readonly type: 'bool'; readonly good: boolean }
  | { readonly type: 'identity'; readonly of: 'party' | 'law' | 'contact' }
  /** Named parties: replacing is mixed, adding is neutral, removing the last one weakens. */
  | { readonly type: 'parties' }
  | { readonly type: 'date' }
  /** Who pays for holding: `none`, `third_party`, `issuer`. */
  | { readonly type: 'yield'; readonly codes: readonly string[] }
  /** A fee in basis points per code. */
  | { readonly type: 'fees'; readonly codes: readonly string[] }
  /** An ordinal with a cap on supply. */
  | { readonly type: 'supply'; readonly scale: readonly string[] }
  /** Address, version, date, language, token identifiers and chains of a document. */
  | { readonly type: 'document' };

/** Values that protect a holder, or are adverse: they decide when a field is first disclosed, or no longer disclosed. */
export type ValueTest =
  /** A code of an ordinal, a frequency or a yield, or any member of a set. */
  | { readonly test: 'code'; readonly codes: readonly string[] }
  /** A quantity beyond the limit, in the unit of the quantity; days are calendar days unless `count` is `business`. */
  | {
      readonly test: 'below' | 'atMost' | 'atLeast' | 'above';
      readonly limit: string;
      readonly count?: 'business' | 'calendar';
    };

/** An adjustment under a legal regime: it reverses or adds a dimension. */
export interface Overlay {
  readonly id: string;
  /** It applies under any of these regimes. */
  readonly regimes: readonly Regime[];
  /** Its condition as text: the sentence states what the regime requires. */
  readonly claim: string;
  readonly when: /** The new value passes, whether it was disclosed before or not. */
    | { readonly on: 'becomes'; readonly value: ValueTest }
    /** The old value passed, the new one does not. */
    | { readonly on: 'ceases'; readonly value: ValueTest }
    /** The new value crosses the limit downwards or upwards. */
    | { readonly on: 'crosses'; readonly limit: string; readonly side: 'below' | 'above' };
  readonly dimension: Dimension;
  readonly direction: Direction;
}

/** Position of the field in the white paper templates of MiCA (ITS 2024/2984) and in other documents. */
export interface FieldPlaces {
  /** Table 2, crypto-assets other than asset-referenced and e-money tokens. */
  readonly other: readonly string[];
  /** Table 3, asset-referenced tokens. */
  readonly assetReferenced: readonly string[];
  /** Table 4, e-money tokens. */
  readonly eMoney: readonly string[];
  /** Other sources that state it: `terms`, `report`, `register`, `site`, `chain`. */
  readonly sources: readonly string[];
}

export interface DisclosureField {
  /** Number in the catalogue, from 1. */
  readonly number: number;
  readonly name: string;
  readonly label: string;
  readonly group: FieldGroup;
  /** What the field states, a sentence part without a full stop. */
  readonly meaning: string;
  /** Why it matters, a full sentence. */
  readonly stake: string;
  /** JSON Schema (2020-12) of the typed value; null is always allowed beside it. */
  readonly value: SchemaObject;
  /** One value as an example. */
  readonly example: FieldValue;
  readonly rule: FieldRule;
  readonly dimensions: readonly Dimension[];
  readonly protective: ValueTest | null;
  readonly adverse: ValueTest | null;
  readonly overlays: readonly Overlay[];
  readonly places: FieldPlaces;
  /** Texts of the codes that values of the field use, for the middle of a sentence. */
  readonly words: Readonly<Record<string, string>>;
}
