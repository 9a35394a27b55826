import { test } from 'uvu';
import { RetryableError } from '../../../../infra/errors.ts';
import { openSharedEngine } from '../../../support/shared-engine.ts';
import { migrateWhile } from './interrupted-migrations.ts';

test('migrations go on after commands that took effect, whose process ended before it answered', async () => {
  const { engine, close } = await openSharedEngine();
  await engine.sink.command('DROP DATABASE attestry SYNC');
  await migrateWhile(
    (sent) => sent.then(() => Promise.reject(new RetryableError('ended'))),
    // It stays open for the files after this one, with the tables that were migrated here.
    async () => ({ ...engine, close: () => Promise.resolve() }),
  );
  await close();
});

test.run();
