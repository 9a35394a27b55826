import { test } from 'uvu';
import { RetryableError } from '../../../../infra/errors.ts';
import { migrateWhile } from './interrupted-migrations.ts';

test('migrations go on after commands that took effect, whose process ended before it answered', () =>
  migrateWhile((sent) => sent.then(() => Promise.reject(new RetryableError('ended')))));

test.run();
