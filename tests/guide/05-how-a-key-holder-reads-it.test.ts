// Changes are not delivered to key holders. A key holder has a watchlist, and feed and inbox are queries of the changes by
// that list. The list is a fold of commands, so a limit of 50 items is exact however many requests arrive at once.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRegistryIndex } from '../../api/readmodel/memory/registry/index.ts';
import { presentChange } from '../../api/readmodel/resources/changes/present.ts';
import { presentWatchItem } from '../../api/readmodel/resources/watchlist/present.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../pipeline/accounts/commands.ts';
import type { AccountEvent, Change, CommandOutcome, Observation } from '../../schemas/generated/records.ts';
import { isKeyActive, makeApiKey, parseApiKey, secretMatches } from '../../schemas/values/api-key.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { circle, createMiniature, usdc } from './miniature.ts';

const world = createMiniature();
const tenantId = '7c1f5a80-9f0a-4b0e-8d52-6c1f0a7be010';
const made = makeApiKey((count) => Buffer.alloc(count, 7));

/** Appends a command as the API does, and reads its outcome from the topic where the API reads it. */
function send<T extends CommandType>(
  type: T,
  date: string,
  body: CommandBodies[T],
  assetPublic?: boolean,
): CommandOutcome {
  const at = Date.parse(date);
  const commandId = sha256Hex(`${type} ${date} ${JSON.stringify(body)}`);
  const command = makeCommand({
    commandId,
    tenantId,
    type,
    at,
    body,
    actor: 'operator',
    assetPublic: assetPublic ?? null,
  });
  world.append('accounts.commands', command, at);
  const outcome = events().find((event) => event.commandId === commandId && event.outcome !== null)?.outcome;
  if (outcome === undefined || outcome === null) throw new Error('every command has an outcome');
  return outcome;
}
const unobserved = (assetId: string, observedAt: number): Observation =>
  makeObservation({
    assetId,
    subjectKind: 'asset',
    subjectKey: '',
    field: 'chain_reading',
    sourceKey: 'chain:eip155:1',
    value: '"not_observed"',
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: 'evm-1',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt,
  });
const events = (): readonly AccountEvent[] => world.values('accounts.events');
const add = (assetId: string, date: string, assetPublic = true): CommandOutcome =>
  send('watch.add', date, { assetId, by: 'key' }, assetPublic);

world.declare([circle, usdc], '2026-01-15');
// The publisher of chains answers for every asset; intake waits for it.
world.append('observations', unobserved(usdc.assetId, Date.parse('2026-01-15')), Date.parse('2026-01-15'));
world.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');

test('a key is shown once: only its hash is stored', () => {
  const parsed = parseApiKey(made.text);
  assert.equal([parsed?.keyId, secretMatches(parsed?.secret ?? '', made.secretSha256)], [made.keyId, true]);
  const { keyId, secretSha256, last4 } = made;
  const scopes = ['monitoring:read', 'watchlist:write'] as const;
  send('tenant.create', '2026-02-01', { keyId, name: 'reader', secretSha256, last4, scopes, limit: 1 });
  const key = events().find((event) => event.key !== null)?.key;
  assert.is(JSON.stringify(events()).includes(parsed?.secret ?? 'x'), false);
  assert.is(key !== undefined && key !== null && isKeyActive(key, Date.parse('2026-06-01')), true);
});

test('adding to the watchlist is a command; the response is its outcome, and intake completes the item', () => {
  const outcome = add(usdc.assetId, '2026-02-02');
  assert.equal([outcome.status, outcome.used, outcome.item?.state], ['accepted', 1, 'gathering']);
  const ready = events().findLast(({ item }) => item !== null)?.item;
  assert.equal([ready?.state, ready?.itemId], ['ready', outcome.item?.itemId]);
});

test('the limit is exact, an asset that is not public is not found, and an item is not added twice', () => {
  const other = '7c1f5a80-9f0a-4b0e-8d52-6c1f0a7be099';
  assert.is(add(other, '2026-02-03').code, 'watchlist_limit_reached');
  assert.is(add(other, '2026-02-04', false).code, 'not_found');
  const again = add(usdc.assetId, '2026-02-05');
  assert.equal([again.status, again.used], ['unchanged', 1]);
});

test('a pause is an interval: changes within it are never shown, not even later', () => {
  const itemId = add(usdc.assetId, '2026-02-06').item?.itemId ?? '';
  send('watch.update', '2026-03-01', { itemId, monitoringEnabled: false });
  world.declare([{ ...circle, kyi: { status: 'revoked', at: '2026-04-20T00:00:00Z' } }], '2026-04-20');
  send('watch.update', '2026-05-01', { itemId, monitoringEnabled: true });
  world.capture('esma-emtwp', 'EMTWP-20260821.csv', '2026-08-21');

  const shown = world.values('changes').filter((change) => !isHidden(change));
  const hidden = world.values('changes').filter(isHidden);
  assert.equal(
    hidden.map(({ detectedAt }) => new Date(detectedAt).toISOString().slice(0, 10)),
    ['2026-04-20'],
  );
  assert.ok(shown.length > 0);
  assert.ok(shown.every(({ detectedAt }) => detectedAt === Date.parse('2026-08-21')));
});

test('the API returns the change as it was written, under the names of the interface', () => {
  const registry = createRegistryIndex();
  for (const record of world.values('asset.records')) registry.apply(record);
  const item = events().findLast((event) => event.item !== null)?.item;
  if (item === undefined || item === null) throw new Error('the watchlist is empty');
  assert.equal((presentWatchItem(item, item.note, registry) as { readonly asset: object }).asset, {
    id: usdc.assetId,
    name: 'USD Coin',
    symbol: 'USDC',
    issuerName: 'Circle',
    chain: 'eip155:1',
    chainId: 1,
    contractAddress: usdc.address,
  });
  const [change] = world.values('changes').filter(({ field }) => field === 'ae_DTI');
  if (change === undefined) throw new Error('no change');
  const picked = {
    assetId: change.assetId,
    id: change.id,
    revision: change.revision,
    detectedAt: change.detectedAt,
    groupId: change.groupId,
    itemId: item.itemId,
    gathering: false,
    isNew: true,
  };
  const shown = presentChange(change, picked, [change.id], registry) as Readonly<Record<string, unknown>>;
  assert.equal(
    [shown['id'], shown['watchlistItemId'], shown['detectedAt'], shown['direction']],
    [change.id, item.itemId, '2026-08-21T00:00:00.000Z', change.direction],
  );
  assert.equal(shown['explanation'], change.explanation);
  // Members that do not apply are absent, never null.
  assert.ok(Object.values(shown).every((value) => value !== null));
});

/** Whether the asset of a change was paused, removed or unresolved for the tenant at the time of the change. */
function isHidden({ assetId, detectedAt }: Change): boolean {
  const intervals = new Map(events().flatMap((event) => event.intervals.map((one) => [one.intervalId, one] as const)));
  return [...intervals.values()].some(
    ({ assetId: hidden, from, to }) => hidden === assetId && detectedAt >= from && (to === null || detectedAt < to),
  );
}

test.run();
