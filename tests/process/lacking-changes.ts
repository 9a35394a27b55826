/** The upgrade of a log that an earlier program wrote: what it lacks, and what it has afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Change } from '../../schemas/generated/records.ts';
import { type EarlierLog, writeEarlierLog } from '../support/earlier-log.ts';

export async function withEarlierDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-earlier-'));
  try {
    await writeEarlierLog(directory);
    await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Asset, field and day of each change of a party, in the order of their times; fails if one is there twice. */
export async function partyChanges({ all }: EarlierLog): Promise<readonly string[]> {
  const changes = await all('changes');
  const identities = changes.map(({ value }) => `${value.id}#${value.revision}`);
  assert.is(new Set(identities).size, identities.length, 'no change is there twice');
  return changes
    .filter(({ value }) => value.category === 'party_edge')
    .map(({ record, value }) => {
      assert.is(record.timestamp, value.revisedAt, 'the time of the record is that of the change');
      return describe(value);
    })
    .sort();
}

const describe = ({ detectedAt, assetId, subjectKey, title }: Change): string =>
  `${new Date(detectedAt).toISOString().slice(0, 10)} ${assetId.slice(-2)} ${subjectKey}: ${title}`;

/** Day, asset and field of the changes of parties that the earlier program did not write. */
export const lacked = [
  '2026-03-01 11 owner',
  '2026-03-02 11 mint_authority',
  '2026-03-03 12 owner',
  '2026-04-01 11 mint_authority',
  '2026-04-01 11 owner',
];

/** Changes without their titles. */
export const started = (found: readonly string[]): readonly string[] =>
  found.map((one) => one.slice(0, one.indexOf(':')));
