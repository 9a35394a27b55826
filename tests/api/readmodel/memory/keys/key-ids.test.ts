import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyIds } from '../../../../../api/readmodel/memory/keys/key-ids.ts';
import { RetryableError } from '../../../../../infra/errors.ts';
import { silent } from '../../../../cli/harness.ts';
import { reached } from '../../../../support/reached.ts';
import { type Harness, openHarness } from '../../../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openHarness();
});
test.after(() => api.close());

test('ids of new keys are found by the next poll, revoked ones remain, and an id never made is unknown', async () => {
  const first = await api.makeKey();
  const ids = createKeyIds({ tables: api.fixture.reader, logger: silent, pollMs: 5 });
  assert.not(ids.has(first.keyId));
  await ids.start();
  try {
    assert.ok(ids.has(first.keyId));
    const second = await api.makeKey();
    await reached('the id of the second key', () => ids.has(second.keyId));
    await api.give(second.tenantId, 'key.revoke', { keyId: second.keyId });
    await ids.refresh();
    assert.ok(ids.has(second.keyId));
    assert.not(ids.has('zzzzzzzz'));
  } finally {
    await ids.stop();
  }
  await ids.done;
});

test('a poll reads only rows behind the last offsets, and from the start once in sixty: a replica may show rows late', async () => {
  const rows = [
    { keyId: 'a', partition: 0, lastOffset: '7' },
    { keyId: 'b', partition: 3, lastOffset: '2' },
  ];
  const asked: unknown[] = [];
  const ids = createKeyIds({
    tables: {
      query: async (_sql, { keyPartitions, keyOffsets }) => {
        asked.push([(keyPartitions as number[]).slice(1), (keyOffsets as number[]).slice(1)]);
        return rows.splice(0) as never;
      },
    },
    logger: silent,
  });
  for (let poll = 0; poll < 61; poll += 1) await ids.refresh();
  assert.equal(asked[0], [[], []]);
  assert.equal(asked[1], [
    [0, 3],
    [8, 3],
  ]);
  assert.equal(asked[59], asked[1]);
  assert.equal(asked[60], [[], []]);
});

test('a poll that fails is repeated; an error that no repetition cures ends it', async () => {
  let polls = 0;
  const errors = [null, new RetryableError('gone'), null, new Error('broken')];
  const ids = createKeyIds({
    tables: {
      query: async () => {
        const error = errors[polls] ?? null;
        polls += 1;
        if (error !== null) throw error;
        return [];
      },
    },
    logger: silent,
    pollMs: 1,
  });
  await ids.start();
  await ids.done.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'broken'),
  );
  assert.is(polls, 4);
  await ids.stop();
});

test.run();
