import type { TopicName } from '../../schemas/topics.ts';
import { type Cell, historyOf, type RecordAt, type RowMapping, withHistory } from './row-mapping.ts';
import {
  apiKeyRow,
  commandOutcomeRow,
  hiddenIntervalRow,
  intakeNoticeRow,
  readMarkerRow,
  requestRow,
  sessionRow,
  tenantRow,
  watchItemRow,
  webhookDeliveryRow,
  webhookRow,
} from './rows/accounts.ts';
import { assetRecordRow, assetSubjectsRow, attributeMatchRow, screenMatchRow } from './rows/assets.ts';
import { changeRow, feedChangeRow } from './rows/changes.ts';
import { accountDeadLetterRow, deadLetterRow } from './rows/dead-letters.ts';
import { documentCaptureRow } from './rows/documents.ts';
import { assetFactRow, verdictRow } from './rows/facts.ts';
import { captureRow, registerRow, runRow, sanctionsEntryRow } from './rows/feeds.ts';
import { observationRow } from './rows/observations.ts';
import { assetRow, partyRow } from './rows/registry.ts';

export type { Cell, RowMapping } from './row-mapping.ts';

/** Every topic's tables. */
export const sinkTables: { readonly [T in TopicName]: readonly RowMapping<T>[] } = {
  'registry.parties': withHistory(partyRow),
  'registry.assets': withHistory(assetRow),
  'feed.captures': [captureRow],
  'feed.runs': [runRow],
  'document.captures': [documentCaptureRow],
  'sanctions.entries': withHistory(sanctionsEntryRow),
  'register.rows': withHistory(registerRow),
  observations: [observationRow],
  changes: [...withHistory(changeRow), feedChangeRow],
  'asset.records': [assetRecordRow],
  'asset.subjects': [assetSubjectsRow],
  'asset.facts': [assetFactRow],
  // Read from the log by one processor; its results are observations.
  'token.facts': [],
  verdicts: withHistory(verdictRow),
  'screen.matches': [screenMatchRow],
  'attribute.matches': [attributeMatchRow],
  'dead.letters': [deadLetterRow],
  // Read from the log by the processors and by dead-letters list.
  parkings: [],
  'accounts.parkings': [],
  // Commands are read from the log; their results are in the tables of accounts.events.
  'accounts.commands': [],
  'accounts.events': [
    tenantRow,
    apiKeyRow,
    watchItemRow,
    hiddenIntervalRow,
    intakeNoticeRow,
    sessionRow,
    readMarkerRow,
    webhookRow,
    webhookDeliveryRow,
    requestRow,
    commandOutcomeRow,
  ],
  'accounts.dead.letters': [accountDeadLetterRow],
};

/**
 * Tables whose rows show readers that all effects of a record are readable. They are inserted after the other tables of their
 * topic that readers read, which are inserted concurrently.
 */
export const lastTables: ReadonlySet<string> = new Set([commandOutcomeRow.table, changeRow.table, verdictRow.table]);

/** Rows of these tables are inserted before the last tables, because readers that are woken by those read these too. */
export const besideLastTables: ReadonlySet<string> = new Set([assetRecordRow.table]);

/**
 * Tables that no client waits for: their rows are gathered for up to a second, because under load most inserts were of these, and
 * each has a price of its own. Of the other histories, that of verdicts has the notices, and that of the registry few rows.
 */
export const laterTables: ReadonlySet<string> = new Set([
  observationRow.table,
  assetFactRow.table,
  historyOf(changeRow.table),
  ...[sanctionsEntryRow.table, registerRow.table].flatMap((table) => [table, historyOf(table)]),
]);

/** Inserted after the other later tables: a reader of evidence that finds a revision finds its observations. */
export const evidenceTable = historyOf(changeRow.table);

const isLater = ({ table }: TargetTable): boolean => laterTables.has(table);

/** Whether rows of the topic are gathered: then its position is that of these rows, and the others have one of their own. */
export const hasLaterTables = (topic: TopicName): boolean => sinkTables[topic].some(isLater);

export interface TargetTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Tables of a topic that take the same rows, so that a record is mapped and encoded once for all of them. */
export interface RowGroup {
  /** Those that a client may wait for. */
  readonly prompt: readonly TargetTable[];
  readonly later: readonly TargetTable[];
  /** `value` is a value of the topic. Throws ParkedRecordError if it cannot be stored. */
  readonly rowsOf: (value: unknown, at: RecordAt) => readonly (readonly Cell[])[];
}

const groups = new Map<TopicName, readonly RowGroup[]>();

/** The tables of a topic, grouped by mapping. */
export function rowGroupsOf(topic: TopicName): readonly RowGroup[] {
  const known = groups.get(topic);
  if (known !== undefined) return known;
  // The mapping of a topic takes that topic's value; TypeScript cannot follow the pair through the union of topics.
  const mappings = sinkTables[topic] as readonly RowMapping<never>[];
  const made = [...new Set(mappings.map(({ rowsOf }) => rowsOf))].map((rowsOf) => {
    const tables = mappings.filter((mapping) => mapping.rowsOf === rowsOf);
    return {
      prompt: tables.filter((table) => !isLater(table)),
      later: tables.filter(isLater),
      rowsOf: (value: unknown, at: RecordAt) => rowsOf(value as never, at),
    };
  });
  groups.set(topic, made);
  return made;
}
