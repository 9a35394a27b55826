/** A log that an earlier program wrote gets the changes that it lacks, once, with their own times. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../schemas/generated/records.ts';
import { type EarlierLog, withEarlierLog, writeEarlierLog } from '../support/earlier-log.ts';

async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-earlier-'));
  try {
    await writeEarlierLog(directory);
    await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Asset, field and day of each change of a party, in the order of their times; fails if one is there twice. */
async function partyChanges({ all }: EarlierLog): Promise<readonly string[]> {
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

const lacked = [
  '2026-03-01 11 owner',
  '2026-03-02 11 mint_authority',
  '2026-03-03 12 owner',
  '2026-04-01 11 mint_authority',
  '2026-04-01 11 owner',
];

const started = (found: readonly string[]): readonly string[] => found.map((one) => one.slice(0, one.indexOf(':')));

test('replaced imported authorities are changes after the upgrade; nothing that was there is written again', async () => {
  await inDirectory(async (directory) => {
    let before: readonly string[] = [];
    await withEarlierLog(directory, async (log) => {
      assert.equal(await partyChanges(log), [], 'the earlier program knew no change of a party');
      before = (await log.all('changes')).map(({ record }) => record.value?.toString('base64') ?? '');
      assert.ok(before.length > 5, 'but those of registers and disclosed fields');
      assert.equal(await log.all('asset.facts'), [], 'nor established facts');
      assert.equal(await log.all('token.facts'), [], 'nor facts of tokens');
      await log.detect();
      assert.equal(started(await partyChanges(log)), lacked);
    });
    await withEarlierLog(directory, async (log) => {
      const facts = (await log.all('asset.facts')).map(({ value }) => value);
      const identities = facts.map((fact) => JSON.stringify(fact));
      assert.ok(identities.length > 20, `${identities.length} facts`);
      assert.is(new Set(identities).size, identities.length, 'no fact is there twice');
      assert.ok(
        facts.every(({ since }) => since < Date.parse('2026-09-01')),
        'they have the times of their observations',
      );
      const ofTokens = await log.all('token.facts');
      const authorities = (await log.all('observations')).filter(({ value }) => value.subjectKind === 'authority');
      assert.equal(
        ofTokens
          .filter(({ value }) => value.kind === 'authority')
          .map(({ record, value }) => [value.observationId, value.value, value.at, record.timestamp])
          .sort(),
        authorities.map(({ value: { id, value, observedAt } }) => [id, value, observedAt, observedAt]).sort(),
        'each reading of an authority is a fact of its token, once, with its own time',
      );
      assert.is(ofTokens.filter(({ value }) => value.kind === 'chains').length, 4, 'and the chains of each asset');
      const changes = await log.all('changes');
      const bytes = changes.map(({ record }) => record.value?.toString('base64') ?? '');
      for (const one of before) assert.ok(bytes.includes(one));
      assert.is(bytes.length, before.length + lacked.length);
      const ends = async () => (await log.all('asset.records')).map(({ record }) => record.offset);
      const offsets = await ends();
      await log.detect();
      assert.is((await log.all('changes')).length, changes.length, 'a second start writes nothing');
      assert.equal(await ends(), offsets);
      assert.is((await log.all('asset.facts')).length, facts.length);
      assert.is((await log.all('token.facts')).length, ofTokens.length);
    });
  });
});

test.run();
