import type { KeyedState } from '../../runtime/processor.ts';

/** Regimes and subjects of an asset. A state entry of its own, because every match reads it and the parts are large. */
export interface AssetSummary {
  readonly regimes: readonly string[];
  /** Subject key to the id of the observation that introduced it. */
  readonly since: Readonly<Record<string, string>>;
}

const summaryKey = (assetId: string): string => `held\t${assetId}`;

const emptySummary: AssetSummary = { regimes: [], since: {} };

export const summaryOf = (state: KeyedState, assetId: string): AssetSummary =>
  state.get<AssetSummary>(summaryKey(assetId)) ?? emptySummary;

export const putSummary = (state: KeyedState, assetId: string, summary: AssetSummary): void =>
  state.put(summaryKey(assetId), summary);

/** Whether the asset still names the subject that this observation introduced. */
export const namesSubject = (summary: AssetSummary, subjectKey: string, sinceObservationId: string): boolean =>
  Object.hasOwn(summary.since, subjectKey) && summary.since[subjectKey] === sinceObservationId;

/** A subject that the asset no longer names, or that now belongs to another party. */
export interface DepartedSubject {
  readonly subjectKey: string;
  readonly sinceObservationId: string;
}
