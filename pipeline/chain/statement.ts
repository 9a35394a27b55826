/** One fact of a reading of a chain, in the shape in which it is stated as an observation. */
export interface ChainFact {
  readonly subjectKind: 'asset' | 'authority';
  /** Empty for the asset itself. */
  readonly subjectKey: string;
  readonly field: string;
  readonly value: unknown;
}

/** What one reading says of an asset. */
export interface AssetState {
  readonly assetId: string;
  readonly address: string;
  /** `unreadable`: something it needs was not read, so nothing else is stated of it. */
  readonly reading: 'stated' | 'no_contract' | 'unreadable';
  /** What was not read, as `<address> <view>`, sorted. */
  readonly unread: readonly string[];
  readonly facts: readonly ChainFact[];
}
