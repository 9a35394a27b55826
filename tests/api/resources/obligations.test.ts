/** Verdicts on obligations: the list of a tenant, and their notifications from rows to inbox. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { obligations } from '../../../pipeline/obligations/v1/rules.ts';
import { obligationTexts } from '../../../schemas/obligations.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import { type Harness, itemsOf, openHarness } from '../harness.ts';
import { asset, assetId, day, hour, now, verdict } from '../records.ts';

let api: Harness;
test.before(async () => {
  api = await openHarness();
});
test.after(async () => {
  await api.close();
});

const list = (key: { readonly text: string }, query = '') => api.get(`/me/monitoring/obligations${query}`, key.text);

async function watched(n: number) {
  await api.declare(asset(n));
  const key = await api.makeKey();
  return { key, itemId: await api.watch(key, assetId(n)) };
}

test('a holder sees the newest verdict of each obligation of watched assets, with citation and place', async () => {
  const { key, itemId } = await watched(1);
  await api.judge(
    verdict(1, now - 2 * hour),
    verdict(1, now - hour, false, { verdict: 'evidenced', position: now }),
    verdict(2, now - hour),
  );
  const items = itemsOf(await list(key));
  assert.equal(
    items.map(({ watchlistItemId, verdict: one, citation, href, since }) => [
      watchlistItemId,
      one,
      citation,
      href,
      since,
    ]),
    [
      [
        itemId,
        'evidenced',
        obligationTexts['NYD-02']?.citation,
        `/obligations/${assetId(1)}#NYD-02`,
        new Date(now - hour).toISOString(),
      ],
    ],
    'that of another asset is not shown',
  );
  assert.equal(itemsOf(await list(key, '?verdict=stale')), []);
  assert.is(itemsOf(await list(key, `?verdict=stale,evidenced&item=${itemId}`)).length, 1);
  assert.equal(itemsOf(await list(key, `?item=${assetId(7)}`)), []);
});

test('a key without watches sees nothing; invalid values are 400; pages follow each other', async () => {
  assert.equal(itemsOf(await list(await api.makeKey())), []);
  const { key } = await watched(3);
  for (const query of ['?verdict=good', '?item=1', '?cursor=x', '?other=1']) {
    assert.is((await list(key, query)).status, 400, query);
  }
  const ids = Array.from(
    { length: 205 },
    (_, n) => `TST-${String(n % 100).padStart(2, '0')}${n >= 100 ? 'A' : ''}${n >= 200 ? 'B' : ''}`,
  );
  const usable = ids.filter((id) => id.length === 6);
  await api.judge(...usable.map((obligationId, n) => verdict(3, now - hour, false, { obligationId, position: n })));
  const first = await list(key);
  assert.is(itemsOf(first).length, 100);
  const after = await list(key, `?cursor=${assetId(3)}.TST-97`);
  assert.equal(
    itemsOf(after).map(({ obligationId }) => obligationId),
    ['TST-98', 'TST-99'],
  );
});

test('B-83, B-88 verdicts that are notified are in the inbox, each group once, with the page of the obligation', async () => {
  const { key } = await watched(4);
  const statement = 'An accountant attests the reserve every month: the newest report is of 31 March 2026.';
  const notified = verdict(4, now - 3 * hour, true, { statement, notice: `${statement} And 2 more.` });
  const added = verdict(4, now - 2 * hour, true, {
    kind: 'regime',
    obligationId: '',
    verdict: 'applies',
    noticeKind: 'obligation_regime_added',
    notice: 'It falls under MICA_EMT.',
    statement: 'It falls under MICA_EMT.',
  });
  const changed = verdict(4, now - hour, true, { noticeKind: 'obligation_verdict_change', verdict: 'evidenced' });
  await api.judge(notified, added, changed, verdict(4, now - 4 * hour, false), notified);
  const items = itemsOf(await api.get('/me/notifications', key.text)).filter(({ kind }) =>
    String(kind).startsWith('obligation'),
  );
  assert.equal(
    items.map(({ kind, changeHref }) => [kind, changeHref]),
    [
      ['obligation_verdict_change', `/obligations/${assetId(4)}#NYD-02`],
      ['obligation_regime_added', `/obligations/${assetId(4)}`],
      ['obligation_not_evidenced', `/obligations/${assetId(4)}#NYD-02`],
    ],
  );
  assert.is(items[2]?.['id'], uuidV5(namespaces.notification, `${key.tenantId}|${notified.groupId}`));
  assert.equal(
    items.map(({ headline, body }) => [headline, body]),
    [changed, added, notified].map(({ statement: headline, notice }) => [headline, notice]),
    'the headline is the statement of the page, also where the body counts more verdicts',
  );
  assert.equal(
    items.map(({ impact }) => impact),
    [
      obligationTexts['NYD-02']?.stake,
      'From now on the issuer has to evidence the obligations of this regime: what published sources do not show is reported here.',
      obligationTexts['NYD-02']?.stake,
    ],
  );
});

test('a verdict from before the watch is listed and not notified', async () => {
  await api.declare(asset(5));
  const key = await api.makeKey();
  await api.judge(verdict(5, now - 60 * day));
  await api.watch(key, assetId(5), now - 50 * day);
  assert.is(itemsOf(await list(key)).length, 1);
  const kinds = itemsOf(await api.get('/me/notifications', key.text)).map(({ kind }) => kind);
  assert.not.ok(kinds.includes('obligation_not_evidenced'));
});

test('every obligation has its citation and its stake, and no text is without its obligation', () => {
  assert.equal(obligations.map(({ id }) => id).sort(), Object.keys(obligationTexts).sort());
  const stakes = Object.values(obligationTexts).map(({ stake }) => stake);
  assert.is(new Set(stakes).size, stakes.length, 'each has a stake of its own');
  for (const stake of stakes) assert.match(stake, /^[A-Z][^.]{40,160}\.$/, 'one sentence');
});

test.run();
