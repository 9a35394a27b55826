import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTenantWrites } from '../../../../api/readmodel/memory/tenant-writes.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { createDeferred } from '../../../../infra/async/async.ts';

test('B-19 a tenant is not settled while its rows are inserted, and others are', async () => {
  const writes = createTenantWrites();
  const insert = createDeferred();
  const inserted = writes.during(['t', 't', 'u'], () => insert.promise);
  assert.equal(['t', 'u', 'v'].map(writes.isSettled), [false, false, true]);
  insert.resolve();
  await inserted;
  assert.ok(writes.isSettled('t') && writes.isSettled('u'));
});

test('B-19 rows of an insert whose answer was lost may be readable until an insert succeeds', async () => {
  const writes = createTenantWrites();
  const failed = writes.during(['t'], () => Promise.reject(new RetryableError('the connection was lost')));
  await failed.then(assert.unreachable, () => undefined);
  assert.not.ok(writes.isSettled('t'));
  await writes.during(['t'], () => Promise.resolve());
  assert.ok(writes.isSettled('t'));
});

test('rows that the tables refuse leave their tenant settled', async () => {
  const writes = createTenantWrites();
  const refused = writes.during(['t'], () => Promise.reject(new Error('type mismatch')));
  await refused.then(assert.unreachable, () => undefined);
  assert.ok(writes.isSettled('t'));
});

test('of two inserts of a tenant, the end of one does not settle it', async () => {
  const writes = createTenantWrites();
  const [first, second] = [createDeferred(), createDeferred()];
  const both = [writes.during(['t'], () => first.promise), writes.during(['t'], () => second.promise)];
  first.resolve();
  await both[0];
  assert.not.ok(writes.isSettled('t'));
  second.resolve();
  await both[1];
  assert.ok(writes.isSettled('t'));
});

test.run();
