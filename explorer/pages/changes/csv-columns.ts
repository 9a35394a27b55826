import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { FeedTime } from '../../../api/readmodel/resources/changes/filter.ts';
import type { Cell } from '../../../api/readmodel/resources/export/csv.ts';
import { directionTerms } from '../../../schemas/terms/directions.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { chainName } from '../../labels/chains.ts';
import { isoDayOf } from '../../labels/dates.ts';
import { directionOf } from '../../labels/directions.ts';
import { severityIn, severityNames } from '../../labels/severities.ts';
import { sourceOfChange, type SourceName } from '../../labels/sources.ts';
import { changePath } from '../../readers/changes/change-view.ts';

export interface CsvFacts {
  readonly change: Change;
  /** Null if the registry no longer has it. */
  readonly asset: AssetSummary | null;
  readonly sources: readonly SourceName[];
  /** Which time the date is. */
  readonly by: FeedTime;
  /** Where links of the file lead. */
  readonly explorerUrl: string;
}

/** Columns for people, in their order: what the page shows of a change. */
const columns: Readonly<Record<string, (facts: CsvFacts) => Cell>> = {
  Date: ({ change, by }) => isoDayOf(by === 'known' ? change.knownAt : change.detectedAt),
  Token: ({ change, asset }) => asset?.symbol ?? change.assetId,
  Chain: ({ asset }) => (asset === null ? '' : chainName(asset.chain.slug)),
  Address: ({ asset }) => asset?.address,
  Issuer: ({ asset }) => asset?.issuerName,
  Headline: ({ change }) => change.explanation.headline,
  Severity: ({ change }) => severityNames[severityIn(change.severity)],
  Direction: ({ change }) => directionTerms[directionOf(change.direction)].label,
  Confirmed: ({ change }) => (change.confirmed ? 'yes' : 'no'),
  Before: ({ change }) => change.explanation.previous.value,
  After: ({ change }) => change.explanation.current.value,
  Source: ({ change, sources }) => sourceOfChange(change, sources),
  Link: ({ change, explorerUrl }) => `${explorerUrl}${changePath(change.id)}`,
  Id: ({ change }) => change.id,
};

export const csvColumns: readonly string[] = Object.keys(columns);

export const csvCells = (facts: CsvFacts): readonly Cell[] => Object.values(columns).map((cellOf) => cellOf(facts));
