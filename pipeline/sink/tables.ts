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
import { changeRow } from './rows/changes.ts';
import { accountDeadLetterRow, deadLetterRow } from './rows/dead-letters.ts';
import { captureRow, registerRow, runRow, sanctionsEntryRow } from './rows/feeds.ts';
import { observationRow } from './rows/observations.ts';
import { assetRow, partyRow } from './rows/registry.ts';

export type { Cell, RecordAt, RowMapping } from './row-mapping.ts';

/** Every topic's tables, in the order in which the rows of a batch are inserted. */
export const sinkTables: { readonly [T in TopicName]: readonly RowMapping<T>[] } = {
  'registry.parties': withHistory(partyRow),
  'registry.assets': withHistory(assetRow),
  'feed.captures': [captureRow],
  'feed.runs': [runRow],
  'sanctions.entries': withHistory(sanctionsEntryRow),
  'register.rows': withHistory(registerRow),
  observations: [observationRow],
  changes: withHistory(changeRow),
  'asset.records': [assetRecordRow],
  'asset.subjects': [assetSubjectsRow],
  'screen.matches': [screenMatchRow],
  'attribute.matches': [attributeMatchRow],
  'dead.letters': [deadLetterRow],
  // What was asked is read from the log; what came of it is in the tables of accounts.events.
  'accounts.commands': [],
  // The outcome is last: whoever waits for it then sees everything the command did.
  'accounts.events': [tenantRow, apiKeyRow, watchItemRow, hiddenIntervalRow, intakeNoticeRow, commandOutcomeRow],
  'accounts.dead.letters': [accountDeadLetterRow],
};

/** The given tables in the order in which one batch must be inserted. */
export function insertOrder(tables: readonly string[]): readonly string[] {
  const order = Object.values(sinkTables).flatMap((mappings) => mappings.map(({ table }) => table));
  return [...tables].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
