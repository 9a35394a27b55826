/** A log that an earlier program wrote gets the changes that it lacks, once, with their own times. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withEarlierLog } from '../support/earlier-log.ts';
import { lacked, partyChanges, started, withEarlierDirectory } from './lacking-changes.ts';

test('replaced imported authorities are changes after the upgrade; nothing that was there is written again', async () => {
  await withEarlierDirectory(async (directory) => {
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
