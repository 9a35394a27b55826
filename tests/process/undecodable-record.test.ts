/** A record that cannot be decoded, between two that can. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorityLine, registryLines, testId, writeLines } from '../support/demo-world.ts';
import { rawRecords, withEngine } from '../support/raw-log.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';

/** Number of the first asset. */
const from = 4_100;
let shared: SharedService;

test.before(async () => {
  shared = await useSharedService();
  const { sandbox } = shared;
  const lines = registryLines({ assets: 2, from });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'undecodable.ndjson', lines));
  await sandbox.idle();
});
test.after(() => shared.release());

test('an undecodable record goes to the dead letters, and the records after it are folded', async () => {
  const { sandbox, service } = shared;
  const assetId = testId(`asset-${from + 1}`);
  await sandbox.json(
    'observe',
    writeLines(sandbox.directory, 'first.ndjson', [authorityLine(from + 1, 1, 1_770_000_000_000)]),
  );
  const wrong = Buffer.from([0, 0, 0, 0, 99, 1, 2, 3]);
  const position = await withEngine(sandbox.directory, async (engine) => {
    const records = [wrong, Buffer.from('not a record')].map((value, index) => ({
      topic: 'observations' as const,
      key: assetId,
      value,
      timestamp: 1_770_000_100_000 + index,
      headers: { origin: Buffer.from('test') },
    }));
    return (await engine.log.append(records))[0];
  });
  await sandbox.json(
    'observe',
    writeLines(sandbox.directory, 'next.ndjson', [authorityLine(from + 1, 2, 1_770_000_200_000)]),
  );
  await sandbox.idle();
  interface Letter {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    readonly errorClass: string;
    readonly message: string;
    readonly processor: string;
    readonly time: string;
  }
  const letters = await sandbox.lines<Letter>('dead-letters', 'list');
  const ofDetect = letters.filter(({ processor }) => processor === 'detect');
  assert.equal(
    ofDetect.map(({ topic, partition, offset }) => [topic.replace('attestry.', ''), partition, offset]),
    [0, 1].map((step) => ['observations', position?.partition, (position?.offset ?? 0) + step]),
  );
  assert.ok(
    ofDetect.every(({ errorClass, message, time }) => errorClass !== '' && message !== '' && Date.parse(time) > 0),
  );
  const original = await withEngine(sandbox.directory, (engine) => rawRecords(engine, 'dead.letters'));
  assert.ok(
    original.some(({ value }) => value !== null && value.indexOf(wrong) >= 0),
    'the bytes are kept',
  );

  interface TailedRecord {
    readonly key: string;
    readonly value: { readonly authorities: readonly { readonly address: string }[] };
  }
  const records = await sandbox.lines<TailedRecord>('topics', 'tail', 'asset.records');
  const authorities = records.find(({ key }) => key === assetId)?.value.authorities ?? [];
  assert.ok(
    authorities.some(({ address }) => address.toLowerCase().endsWith((10_003).toString(16))),
    'the later reading counts',
  );
  assert.is((await fetch(`${service.httpUrl}/readyz`)).status, 200, 'two bad records stop no part');
  const replay = await sandbox.lines<{ readonly differing?: number }>('replay', 'detect', '--compare');
  assert.is(replay.at(-1)?.differing, 0);
});

test.run();
