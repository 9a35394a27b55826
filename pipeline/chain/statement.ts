/** One fact of a reading of a chain, in the shape in which it is stated as an observation. */
export interface ChainFact {
  readonly subjectKind: 'asset' | 'authority';
  /** Empty for the asset itself. */
  readonly subjectKey: string;
  readonly field: string;
  readonly value: unknown;
}

/** What a fact is of. */
export type FactPlace = Pick<ChainFact, 'subjectKind' | 'subjectKey' | 'field'>;

/** Separates the parts of a fact id. */
export const factSeparator = '\t';

/** Id of a fact among those of its asset. */
export const factId = ({ subjectKind, subjectKey, field }: FactPlace): string =>
  `${subjectKind}${factSeparator}${subjectKey}${factSeparator}${field}`;

/** The state of an asset in one reading. */
export interface AssetState {
  readonly assetId: string;
  readonly address: string;
  /**
   * `unreadable`: something it needs was not read, so nothing else is stated of it. `not_observed`: no provider is set for
   * its chain, or it is of a standard that is not read; no plan gives it.
   */
  readonly reading: 'stated' | 'no_contract' | 'unreadable' | 'not_observed';
  /** What was not read, as `<address> <view>`, sorted. */
  readonly unread: readonly string[];
  readonly facts: readonly ChainFact[];
  /**
   * Types of authorities whose holders only logs name, where the node does not have all logs; empty when it lacks logs that
   * name other roles. Absent: it has every log that the reading needs.
   */
  readonly withoutLogs?: readonly string[];
}

/** What a plan gives: the state of each asset in their order, or what ended it before any asset was read. */
export type PlanResult = readonly AssetState[] | { readonly refused: 'block_unknown' };
