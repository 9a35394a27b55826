/** Drafts, confirmations, pauses and removals in each order: every reader of a tenant gets the same. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StreamCursor } from '../../../../api/readmodel/resources/stream/cursor.ts';
import { streamOf, writeStreamCursor } from '../../../../api/readmodel/resources/stream/cursor.ts';
import { messagesOf } from '../../../../api/readmodel/webhooks/message.ts';
import { type Harness, itemsOf, openHarness } from '../../harness.ts';
import { asset, assetId, change, day, now } from '../../records.ts';
import { eventsOf } from '../webhooks/endpoints.ts';

type Step = 'draft' | 'confirm' | 'pause' | 'resume' | 'remove' | 'add';

/** What a tenant gets of a draft that is confirmed: in the end, its notification included. */
type Reach = 'notified' | 'shown' | 'hidden';

const orders: readonly (readonly [Reach, readonly Step[]])[] = [
  ['notified', ['draft', 'pause', 'resume', 'confirm', 'remove', 'add']],
  ['shown', ['draft', 'pause', 'confirm', 'resume', 'remove', 'add']],
  ['notified', ['pause', 'draft', 'resume', 'confirm', 'remove', 'add']],
  ['hidden', ['pause', 'draft', 'confirm', 'resume', 'remove', 'add']],
  ['shown', ['draft', 'remove', 'confirm', 'add', 'pause', 'resume']],
  ['notified', ['remove', 'draft', 'add', 'confirm', 'pause', 'resume']],
  ['hidden', ['pause', 'draft', 'resume', 'remove', 'confirm', 'add']],
  ['hidden', ['remove', 'draft', 'add', 'pause', 'confirm', 'resume']],
];

let api: Harness;
test.before(async () => {
  api = await openHarness();
});
test.after(() => api.close());

for (const [index, [expected, steps]] of orders.entries()) {
  test(`PE-11 B-27 ${steps.join(', ')}: feed, inbox, stream and webhook agree, it is ${expected}`, async () => {
    const n = index + 1;
    await api.declare(asset(n));
    const key = await api.makeKey();
    const { tenantId } = key;
    const itemId = await api.watch(key, assetId(n));
    const reader = eventsOf(api);
    const start: StreamCursor = { ...(await reader.now(tenantId)), of: streamOf(tenantId) };
    const draft = change(`draft ${n}`, n, { detectedAt: 0, confirmed: false, notableAt: null });
    let newest = draft;
    for (const [place, step] of steps.entries()) {
      const at = now - (40 - place) * day;
      if (step === 'draft') newest = { ...draft, detectedAt: at, revisedAt: at };
      if (step === 'confirm') newest = { ...newest, revision: 1, confirmed: true, notableAt: at, revisedAt: at };
      if (step === 'draft' || step === 'confirm') await api.detect(newest);
      else if (step === 'remove') await api.give(tenantId, 'watch.remove', { itemId }, at);
      else if (step === 'add') await api.give(tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' }, at);
      else await api.give(tenantId, 'watch.update', { itemId, monitoringEnabled: step === 'resume' }, at);
    }
    const isOwn = ({ title }: { readonly title?: unknown }): boolean => title === newest.title;
    const feed = itemsOf(await api.get('/me/monitoring/changes', key.text)).filter(isOwn);
    const inbox = itemsOf(await api.get('/me/notifications', key.text)).filter(isOwn);
    const { events } = await reader.after(tenantId, start);
    const streamed = events.map(({ name, data }) => ({ name, data: JSON.parse(data) as Record<string, unknown> }));
    const delivered = messagesOf(events, writeStreamCursor(start)).map(({ kind, body }) => ({
      kind,
      ...(JSON.parse(body) as { readonly data: Record<string, unknown> }),
    }));
    const ofStream = (of: string): readonly object[] =>
      streamed.filter(({ name, data }) => name === of && isOwn(data)).map(({ data: { revision: _, ...item } }) => item);
    const ofWebhook = (isChange: boolean): readonly object[] =>
      delivered
        .filter(({ kind, data }) => kind.startsWith('change.') === isChange && isOwn(data))
        .map(({ data: { revision: _, ...item } }) => item);
    const [shown, notified] = [expected === 'hidden' ? 0 : 1, expected === 'notified' ? 1 : 0];
    assert.equal([feed.length, inbox.length], [shown, notified]);
    assert.equal([ofStream('change'), ofStream('notification')], [feed, inbox]);
    assert.equal([ofWebhook(true), ofWebhook(false)], [feed, inbox]);
  });
}

test.run();
