import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode, typedEngineError } from '../../../../../infra/clickhouse/engine-errors.ts';
import { receivedError, sentError } from '../../../../../infra/clickhouse/host/wire/sent-error.ts';
import { RetryableError, UsageError } from '../../../../../infra/errors.ts';

const sent = (error: unknown): Error => receivedError(JSON.parse(JSON.stringify(sentError(error))) as never);

test('class, code and cause of an error arrive', () => {
  const ofEngine = Object.assign(new Error('Code: 241. Memory limit'), { clickhouseCode: 241 });
  const retryable = sent(typedEngineError(ofEngine));
  assert.instance(retryable, RetryableError);
  assert.match(retryable.message, /code 241/);
  assert.is(engineCode(retryable.cause), 241);
  assert.is((retryable.cause as Error).message, ofEngine.message);
  assert.is(engineCode(sent(Object.assign(new Error('x'), { clickhouseCode: 62 }))), 62);
  assert.instance(sent(new UsageError('open elsewhere')), UsageError);
  const other = sent(new TypeError('not a function'));
  assert.equal([other.name, other.message, engineCode(other)], ['TypeError', 'not a function', null]);
  assert.not.instance(other, RetryableError);
  assert.is(sent('thrown text').message, 'thrown text');
});

test.run();
