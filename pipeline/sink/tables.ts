import type { TopicName } from '../../schemas/topics.ts';
import { type RowMapping, withHistory } from './row-mapping.ts';
import {
  apiKeyRow,
  commandOutcomeRow,
  hiddenIntervalRow,
  intakeNoticeRow,
  tenantRow,
  watchItemRow,
} from './rows/accounts.ts';
import { assetRecordRow, assetSubjectsRow, attributeMatchRow, screenMatchRow } from './rows/assets.ts';
import { changeRow, feedChangeRow } from './rows/changes.ts';
import { accountDeadLetterRow, deadLetterRow } from './rows/dead-letters.ts';
import { captureRow, registerRow, runRow, sanctionsEntryRow } from './rows/feeds.ts';
import { observationRow } from './rows/observations.ts';
import { assetRow, partyRow } from './rows/registry.ts';

export type { Cell, RecordAt, RowMapping } from './row-mapping.ts';

/** Every topic's tables. */
export const sinkTables: { readonly [T in TopicName]: readonly RowMapping<T>[] } = {
  'registry.parties': withHistory(partyRow),
  'registry.assets': withHistory(assetRow),
  'feed.captures': [captureRow],
  'feed.runs': [runRow],
  'sanctions.entries': withHistory(sanctionsEntryRow),
  'register.rows': withHistory(registerRow),
  observations: [observationRow],
  changes: [...withHistory(changeRow), feedChangeRow],
  'asset.records': [assetRecordRow],
  'asset.subjects': [assetSubjectsRow],
  'screen.matches': [screenMatchRow],
  'attribute.matches': [attributeMatchRow],
  'dead.letters': [deadLetterRow],
  // What was asked is read from the log; what came of it is in the tables of accounts.events.
  'accounts.commands': [],
  'accounts.events': [tenantRow, apiKeyRow, watchItemRow, hiddenIntervalRow, intakeNoticeRow, commandOutcomeRow],
  'accounts.dead.letters': [accountDeadLetterRow],
};

/**
 * Tables whose rows say that everything a record did can be read: they are inserted after all others of their topic, which
 * go in side by side.
 */
export const lastTables: ReadonlySet<string> = new Set([commandOutcomeRow.table, changeRow.table]);

/** Whoever is told by a last table reads these as well: what there is of them in the batch goes in before. */
export const besideLastTables: ReadonlySet<string> = new Set([assetRecordRow.table]);
