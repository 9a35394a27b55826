import type { Change } from '../../../../schemas/generated/records.ts';
import { isoTime } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentWatchedAsset } from '../watchlist/watched-asset.ts';
import { hrefOfChange } from '../changes/present.ts';
import type { ReadChange } from '../changes/read.ts';
import type { PickedChange } from '../changes/picked.ts';
import { type Cell, csvLine } from './csv.ts';

/** A format of the export. */
export interface ExportFormat {
  readonly mediaType: string;
  readonly fileName: string;
  /** Text before the first change. */
  readonly head: string;
  /** `cursor` continues the export behind this line. */
  readonly line: (read: ReadChange, cursor: string, registry: RegistryReader) => string;
}

interface ExportLine {
  readonly change: Change;
  readonly picked: PickedChange;
  readonly asset: Readonly<Record<string, Cell>>;
  readonly cursor: string;
}

/** Columns of the CSV, in their order: the change item, flattened. */
const columns: Readonly<Record<string, (line: ExportLine) => Cell>> = {
  id: ({ change }) => change.id,
  revision: ({ change }) => change.revision,
  category: ({ change }) => change.category,
  watchlistItemId: ({ picked }) => picked.itemId,
  assetId: ({ change }) => change.assetId,
  assetName: ({ asset }) => asset['name'],
  assetSymbol: ({ asset }) => asset['symbol'],
  issuerName: ({ asset }) => asset['issuerName'],
  chain: ({ asset }) => asset['chain'],
  chainId: ({ asset }) => asset['chainId'],
  contractAddress: ({ asset }) => asset['contractAddress'],
  detectedAt: ({ change }) => isoTime(change.detectedAt),
  knownAt: ({ change }) => isoTime(change.knownAt),
  title: ({ change }) => change.title,
  detail: ({ change }) => change.detail,
  materiality: ({ change }) => change.materiality,
  sourceUrl: ({ change }) => change.sourceUrl,
  priorSourceUrl: ({ change }) => change.priorSourceUrl,
  href: ({ change }) => hrefOfChange(change.id),
  isNew: ({ picked }) => picked.isNew,
  fieldGroup: ({ change }) => change.fieldGroup,
  changeKind: ({ change }) => change.changeKind,
  before: ({ change }) => change.before,
  after: ({ change }) => change.after,
  quote: ({ change }) => change.quote,
  priorQuote: ({ change }) => change.priorQuote,
  sourceHash: ({ change }) => change.sourceHash,
  confirmed: ({ change }) => change.confirmed,
  lowSignal: ({ change }) => change.lowSignal,
  impact: ({ change }) => change.impact,
  direction: ({ change }) => change.direction,
  disposition: ({ change }) => change.disposition,
  severity: ({ change }) => change.severity,
  headline: ({ change }) => change.explanation.headline,
  whyItMatters: ({ change }) => change.explanation.whyItMatters,
  whatThisMeansForHolders: ({ change }) => change.assessment.whatThisMeansForHolders,
  rulesVersion: ({ change }) => change.assessment.rulesVersion,
  groupId: ({ change }) => change.groupId,
  assessedAt: ({ change }) => isoTime(change.assessment.assessedAt),
  cursor: ({ cursor }) => cursor,
};

/** Names of the columns of the CSV, in their order. */
export const exportColumns: readonly string[] = Object.keys(columns);

const ndjson: ExportFormat = {
  mediaType: 'application/x-ndjson',
  fileName: 'changes.ndjson',
  head: '',
  line: ({ item, change }, cursor) => `${JSON.stringify({ ...item, revision: change.revision, cursor })}\n`,
};

const csv: ExportFormat = {
  mediaType: 'text/csv',
  fileName: 'changes.csv',
  head: csvLine(exportColumns),
  line: ({ change, picked }, cursor, registry) => {
    const asset = presentWatchedAsset(registry, change.assetId, picked.gathering) as ExportLine['asset'];
    return csvLine(Object.values(columns).map((cellOf) => cellOf({ change, picked, asset, cursor })));
  },
};

export const exportFormats = { ndjson, csv } as const;
export type ExportFormatName = keyof typeof exportFormats;
