import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HiddenInterval } from '../../../schemas/generated/records.ts';
import {
  assetId,
  type Bench,
  day,
  eventsOf,
  finish,
  hour,
  intervalsOf,
  itemOf,
  keyBody,
  minute,
  openTenant,
  start,
  tenant,
  watch,
} from './harness.ts';
import { makeCommand } from '../../../pipeline/accounts/commands.ts';

const asset = assetId(1);
const update = (bench: Bench, itemId: string, body: { monitoringEnabled?: boolean; note?: string | null }) =>
  bench.give({ type: 'watch.update', body: { itemId, ...body } });
const remove = (bench: Bench, itemId: string) => bench.give({ type: 'watch.remove', body: { itemId } });
const shape = ({ kind, from, to }: HiddenInterval) => [kind, from - start, to === null ? null : to - start];
const typesSince = (bench: Bench, index: number) => bench.log.slice(index).map(({ value }) => value.type);

test('a watch for a tenant that does not exist is rejected', () => {
  const bench = openTenant();
  const outcome = watch(bench, asset, { tenantId: 'unknown' });
  assert.equal([outcome.status, outcome.code], ['rejected', 'not_found']);
});

test('B-13 an asset that is not public is not found, nor one of which that is not known', () => {
  const bench = openTenant();
  for (const assetPublic of [false, null]) {
    const outcome = watch(bench, asset, { assetPublic });
    assert.equal([outcome.status, outcome.code, outcome.used], ['rejected', 'not_found', 0]);
  }
});

test('B-13 the operator may add any asset of the registry', () => {
  const outcome = openTenant().give({
    type: 'watch.add',
    body: { assetId: asset, by: 'operator' },
    assetPublic: false,
  });
  assert.is(outcome.status, 'accepted');
});

test('B-16 a full list is a refusal that states the limit', () => {
  const bench = openTenant(1);
  watch(bench, asset);
  const outcome = watch(bench, assetId(2));
  assert.equal(
    [outcome.status, outcome.code, outcome.used, outcome.limit, outcome.item],
    ['rejected', 'watchlist_limit_reached', 1, 1, null],
  );
  assert.is(outcome.message, 'The watchlist is full: 1 of 1 used.');
});

test('B-17 an unknown asset wins over a full list', () => {
  const bench = openTenant(1);
  watch(bench, asset);
  assert.is(watch(bench, assetId(2), { assetPublic: false }).code, 'not_found');
});

test('B-11 a new item is gathering, queued, watched and without a note', () => {
  const bench = openTenant();
  bench.pass(hour);
  const at = start + hour;
  const outcome = watch(bench, asset);
  assert.equal([outcome.status, outcome.used, outcome.limit], ['accepted', 1, 50]);
  const { itemId, ...item } = itemOf(outcome);
  assert.match(itemId, /^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  assert.equal(item, {
    assetId: asset,
    state: 'gathering',
    stateReason: null,
    intakeStatus: 'queued',
    monitoringEnabled: true,
    note: null,
    addedAt: at,
    currentAddAt: at,
    currentAddSeq: 4,
  });
  assert.equal(typesSince(bench, 3), ['watch.added', 'intake.started', 'command.answered']);
});

test('B-12 what is listed already is answered as it is, also when the list is full or the asset no longer public', () => {
  const bench = openTenant(1);
  finish(bench, itemOf(watch(bench, asset)), 'ready');
  const size = bench.log.length;
  const outcome = watch(bench, asset, { assetPublic: false });
  assert.equal([outcome.status, outcome.used, itemOf(outcome).state], ['unchanged', 1, 'ready']);
  assert.equal(typesSince(bench, size), ['command.answered']);
});

test('B-12 B-34 adding an unresolved asset again queues its intake again and ends the hidden time', () => {
  const bench = openTenant(1);
  const item = itemOf(watch(bench, asset));
  finish(bench, item, 'unresolved');
  bench.pass(hour);
  const outcome = watch(bench, asset);
  assert.equal(
    [outcome.status, outcome.used, itemOf(outcome).state, itemOf(outcome).intakeStatus, itemOf(outcome).stateReason],
    ['unchanged', 1, 'gathering', 'queued', null],
  );
  assert.equal([itemOf(outcome).addedAt, itemOf(outcome).currentAddSeq], [item.addedAt, item.currentAddSeq]);
  assert.equal(intervalsOf(bench).map(shape), [['unresolved', 0, hour]]);
});

test('B-18 of 200 adds at 49 of 50, one is accepted', () => {
  const bench = openTenant();
  for (let n = 0; n < 49; n += 1) watch(bench, assetId(n));
  const codes = Array.from({ length: 200 }, (_, n) => watch(bench, assetId(100 + n)).code);
  assert.is(codes.filter((code) => code === null).length, 1);
  assert.is(codes.filter((code) => code === 'watchlist_limit_reached').length, 199);
});

test('B-30 B-31 an item added again keeps its id and its first addedAt, and starts without note and pause', () => {
  const bench = openTenant();
  const first = itemOf(watch(bench, asset));
  update(bench, first.itemId, { monitoringEnabled: false, note: 'mine' });
  bench.pass(hour);
  remove(bench, first.itemId);
  bench.pass(hour);
  const again = itemOf(watch(bench, asset));
  assert.is(again.itemId, first.itemId);
  assert.equal([again.addedAt, again.currentAddAt], [start, start + 2 * hour]);
  assert.equal([again.note, again.monitoringEnabled, again.state], [null, true, 'gathering']);
  assert.ok(again.currentAddSeq > first.currentAddSeq);
});

test('B-32 removal frees a place at once, and a removed note is gone', () => {
  const bench = openTenant(1);
  const { itemId } = itemOf(watch(bench, asset));
  update(bench, itemId, { note: 'mine' });
  const outcome = remove(bench, itemId);
  assert.equal([outcome.used, itemOf(outcome).state, itemOf(outcome).note], [0, 'removed', null]);
  assert.is(watch(bench, assetId(2)).status, 'accepted');
});

test('B-16 adding a removed item again needs a place', () => {
  const bench = openTenant(1);
  remove(bench, itemOf(watch(bench, asset)).itemId);
  watch(bench, assetId(2));
  assert.is(watch(bench, asset).code, 'watchlist_limit_reached');
});

test('B-24 B-29 an unknown, foreign or removed item is not found', () => {
  const bench = openTenant();
  bench.give({ type: 'tenant.create', body: keyBody(2), tenantId: 'other' });
  const foreign = itemOf(watch(bench, asset, { tenantId: 'other' })).itemId;
  const removed = itemOf(watch(bench, asset)).itemId;
  remove(bench, removed);
  for (const itemId of [assetId(77), foreign, removed]) {
    for (const outcome of [update(bench, itemId, { note: 'x' }), remove(bench, itemId)]) {
      assert.equal([outcome.status, outcome.code], ['rejected', 'not_found']);
    }
    assert.is(bench.give({ type: 'intake.retry', body: { itemId } }).code, 'not_found');
  }
});

test('K-11 two tenants that watch one asset have two items', () => {
  const bench = openTenant();
  bench.give({ type: 'tenant.create', body: keyBody(2), tenantId: 'other' });
  assert.is.not(itemOf(watch(bench, asset)).itemId, itemOf(watch(bench, asset, { tenantId: 'other' })).itemId);
});

test('B-28 the same values again change nothing', () => {
  const bench = openTenant();
  const { itemId } = itemOf(watch(bench, asset));
  update(bench, itemId, { note: 'mine', monitoringEnabled: false });
  const size = bench.log.length;
  assert.is(update(bench, itemId, { note: 'mine' }).status, 'unchanged');
  assert.is(update(bench, itemId, { monitoringEnabled: false }).status, 'unchanged');
  assert.equal(typesSince(bench, size), ['command.answered', 'command.answered']);
});

test('B-22 an absent note stays, an empty one is empty, null clears it', () => {
  const bench = openTenant();
  const { itemId } = itemOf(watch(bench, asset));
  assert.is(itemOf(update(bench, itemId, { note: 'mine' })).note, 'mine');
  assert.is(itemOf(update(bench, itemId, { monitoringEnabled: false })).note, 'mine');
  assert.is(itemOf(update(bench, itemId, { note: '' })).note, '');
  assert.is(itemOf(update(bench, itemId, { note: null })).note, null);
});

test('B-26 B-27 pausing hides from the pause to the resumption', () => {
  const bench = openTenant();
  const { itemId } = itemOf(watch(bench, asset));
  bench.pass(hour);
  update(bench, itemId, { monitoringEnabled: false });
  assert.equal(intervalsOf(bench).map(shape), [['paused', hour, null]]);
  bench.pass(hour);
  update(bench, itemId, { monitoringEnabled: true });
  assert.equal(intervalsOf(bench).map(shape), [['paused', hour, 2 * hour]]);
});

test('B-27 removal ends a pause; from there on the asset is hidden as removed until it is added again', () => {
  const bench = openTenant();
  const { itemId } = itemOf(watch(bench, asset));
  update(bench, itemId, { monitoringEnabled: false });
  bench.pass(hour);
  remove(bench, itemId);
  bench.pass(hour);
  watch(bench, asset);
  assert.equal(intervalsOf(bench).map(shape), [
    ['paused', 0, hour],
    ['removed', hour, 2 * hour],
  ]);
});

test('B-33 an intake ends ready or unresolved, and emits that once', () => {
  const bench = openTenant();
  const cases = [
    ['ready', 'ready', null, 'intake_ready'],
    ['partial', 'ready', null, 'intake_partial'],
    ['unresolved', 'unresolved', 'unsupported_chain', 'intake_unresolved'],
  ] as const;
  for (const [index, [outcome, state, reason, kind]] of cases.entries()) {
    const item = itemOf(watch(bench, assetId(index)));
    const ended = finish(bench, item, outcome);
    assert.equal(
      [itemOf(ended).state, itemOf(ended).stateReason, itemOf(ended).intakeStatus, ended.used],
      [state, reason, null, index + 1],
    );
    const notices = bench.log.flatMap(({ value }) => (value.notice?.itemId === item.itemId ? [value.notice] : []));
    assert.equal(
      notices.map((notice) => [notice.kind, notice.reason, notice.assetId]),
      [[kind, reason, assetId(index)]],
    );
    assert.is(finish(bench, item, outcome).status, 'unchanged');
  }
});

test('an answer to an earlier intake does not end a later one', () => {
  const bench = openTenant();
  const item = itemOf(watch(bench, asset));
  const intakeSeq = bench.log.findLast(({ value }) => value.type === 'intake.started')?.value.seq ?? 0;
  bench.give({ type: 'intake.retry', body: { itemId: item.itemId } });
  const late = bench.give({
    type: 'intake.resolve',
    body: { itemId: item.itemId, intakeSeq, outcome: 'unresolved', registryPosition: 0 },
  });
  assert.equal([late.status, itemOf(late).state], ['unchanged', 'gathering']);
  assert.is(itemOf(finish(bench, item, 'ready')).state, 'ready');
});

test('an answer to the intake of a removed item changes nothing', () => {
  const bench = openTenant();
  const item = itemOf(watch(bench, asset));
  remove(bench, item.itemId);
  assert.equal(
    [finish(bench, item, 'ready').status, bench.log.at(-1)?.value.outcome?.item?.state],
    ['unchanged', 'removed'],
  );
});

test('B-34 the operator retries what is unfinished or unresolved, not what is ready', () => {
  const bench = openTenant();
  const item = itemOf(watch(bench, asset));
  const retry = () => bench.give({ type: 'intake.retry', body: { itemId: item.itemId } });
  assert.is(retry().status, 'accepted');
  finish(bench, item, 'unresolved');
  assert.equal([itemOf(retry()).state, intervalsOf(bench).length], ['gathering', 1]);
  finish(bench, item, 'ready');
  assert.is(retry().status, 'unchanged');
});

test('B-37 a limit lowered under the use keeps the items and refuses more', () => {
  const bench = openTenant(3);
  for (let n = 0; n < 3; n += 1) watch(bench, assetId(n));
  const lowered = bench.give({ type: 'key.limit', body: { limit: 1 } });
  assert.equal([lowered.status, lowered.used, lowered.limit], ['accepted', 3, 1]);
  assert.is(watch(bench, assetId(9)).code, 'watchlist_limit_reached');
  assert.is(watch(bench, assetId(0)).status, 'unchanged');
});

test('a backdated watch begins in the past, but not before its tenant', () => {
  const bench = openTenant();
  bench.pass(day);
  assert.is(itemOf(watch(bench, assetId(1), { at: start + hour })).addedAt, start + hour);
  assert.is(itemOf(watch(bench, assetId(2), { at: start - day })).addedAt, start);
});

test('commands that take effect out of order follow the log: no interval is negative', () => {
  const bench = openTenant();
  bench.pass(day);
  const { itemId } = itemOf(watch(bench, asset, { at: start + 2 * hour }));
  bench.give({ type: 'watch.update', body: { itemId, monitoringEnabled: false }, at: start + hour });
  bench.give({ type: 'watch.update', body: { itemId, monitoringEnabled: true }, at: start });
  bench.give({ type: 'watch.remove', body: { itemId }, at: start + 3 * hour });
  watch(bench, asset, { at: start });
  assert.equal(intervalsOf(bench).map(shape), [
    ['paused', 2 * hour, 2 * hour],
    ['removed', 3 * hour, 3 * hour],
  ]);
});

test('a command id given again writes its last event once more, whatever has happened since', () => {
  const bench = openTenant(1);
  const command = makeCommand({
    commandId: 'same',
    tenantId: tenant,
    type: 'watch.add',
    at: start,
    body: { assetId: asset, by: 'key' },
    assetPublic: true,
    actor: 'key:key00001',
  });
  const first = bench.apply(command);
  const answered = bench.log.at(-1);
  remove(bench, bench.log.at(-1)?.value.outcome?.item?.itemId ?? '');
  bench.pass(day - 1);
  const state = bench.state.dump();
  const again = bench.apply(command);
  assert.equal(eventsOf(again), eventsOf(first).slice(-1));
  assert.is(bench.log.at(-1)?.timestamp, answered?.timestamp);
  assert.equal(bench.state.dump(), state);
});

test('a command id is forgotten after 24 hours, whether or not old answers were cleared away', () => {
  const bench = openTenant();
  const give = () => itemOf(watch(bench, asset, { commandId: 'same' }));
  const { itemId } = give();
  remove(bench, itemId);
  bench.pass(day);
  assert.is(give().currentAddAt, start + day);
  const size = bench.log.length;
  bench.pass(day - 1);
  assert.is(give().currentAddAt, start + day);
  assert.equal(typesSince(bench, size), ['command.answered']);
});

test('clearing away the old answer of a command id leaves its newer one', () => {
  const bench = openTenant();
  const give = () => itemOf(watch(bench, asset, { commandId: 'same' }));
  const clear = (limit: number) => bench.give({ type: 'key.limit', body: { limit } });
  remove(bench, give().itemId);
  bench.pass(day - hour / 2);
  clear(8);
  bench.pass(hour / 2);
  const second = give();
  remove(bench, second.itemId);
  bench.pass(hour);
  clear(9);
  assert.equal(give(), second);
});

test('answers older than 24 hours are cleared away', () => {
  const bench = openTenant();
  for (let n = 0; n < 20; n += 1) watch(bench, assetId(n));
  bench.pass(day);
  bench.give({ type: 'key.limit', body: { limit: 9 } });
  const kept = Object.keys(bench.state.dump()).filter((key) => key.startsWith('answer'));
  assert.is(kept.length, 2);
});

test('every command has one answer, its last event; sequences have no gap and ids are unique', () => {
  const bench = openTenant();
  const { itemId } = itemOf(watch(bench, asset));
  bench.pass(minute);
  update(bench, itemId, { note: 'x' });
  remove(bench, itemId);
  remove(bench, itemId);
  const events = bench.log.map(({ value }) => value);
  assert.equal(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
  );
  assert.is(new Set(events.map(({ eventId }) => eventId)).size, events.length);
  for (const [index, event] of events.entries()) {
    const last = events[index + 1]?.commandId !== event.commandId;
    assert.is(event.outcome !== null, last);
    assert.is(event.type === 'command.answered', last);
  }
});

test.run();
