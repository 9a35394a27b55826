import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createResultCache } from '../../../../api/resources/tokens/result-cache.ts';

const mebibyte = 1024 * 1024;

test('what is kept is there until the next record arrives', () => {
  let version = 1;
  const cache = createResultCache({ version: () => version });
  const answer = Buffer.from('{"results":[]}');
  const kept = cache.current();
  kept.keep('{"address":"0x1"}', '{}');
  assert.is(kept.keepAnswer('[{"address":"0x1"}]', answer), answer);
  assert.is(cache.current().get('{"address":"0x1"}'), '{}');
  assert.is(cache.current().answer('[{"address":"0x1"}]'), answer);
  assert.is(cache.current().answer('[{"address":"0x2"}]'), undefined);
  version = 2;
  assert.is(cache.current().get('{"address":"0x1"}'), undefined);
  assert.is(cache.current().answer('[{"address":"0x1"}]'), undefined);
});

test('answers that began before a record arrived are not given after it', () => {
  let version = 1;
  const cache = createResultCache({ version: () => version });
  const before = cache.current();
  version = 2;
  cache.current();
  before.keepAnswer('[]', Buffer.from('old'));
  assert.is(cache.current().answer('[]'), undefined);
});

test('answers take 16 MiB at most', () => {
  const kept = createResultCache({ version: () => 1 }).current();
  const answer = (index: number): Buffer | undefined => kept.answer(String(index));
  for (let index = 0; index < 15; index += 1) kept.keepAnswer(String(index), Buffer.alloc(mebibyte));
  assert.is(answer(0)?.length, mebibyte);
  kept.keepAnswer('15', Buffer.alloc(mebibyte));
  assert.is(answer(0), undefined, 'the texts that they are kept by count, too');
  assert.is(answer(15)?.length, mebibyte);
  const tooLarge = Buffer.alloc(17 * mebibyte);
  assert.is(kept.keepAnswer('large', tooLarge), tooLarge);
  assert.is(kept.answer('large'), undefined);
  assert.is(answer(15)?.length, mebibyte);
});

test.run();
