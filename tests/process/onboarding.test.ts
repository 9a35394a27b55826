/** What commands declare is served when they return: lookups and watches right after them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { assetIdOf, didOf } from '../../schemas/values/registry-ids.ts';
import { writeLines } from '../support/demo-world.ts';
import { clientOfA } from '../support/api-client.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { type Holder, type Item, newHolder } from './watchlist-holders.ts';

const addressOf = (n: number): string => toChecksumAddress(`0x${'0bde'.repeat(9)}${n.toString(16).padStart(4, '0')}`);
const caip19Of = (n: number): string => `eip155:1/erc20:${addressOf(n)}`;
const decision = ['--by', 'Compliance', '--why', 'file 7 of 2026'] as const;
const issuer = 'Onboarded Example Ltd';

/** Each one starts from a service that has read everything, so a few show what twenty do. */
const imports = 5;

let shared: SharedService;
let holder: Holder;

test.before(async () => {
  shared = await useSharedService();
  holder = await newHolder(shared, 'onboarding');
  const { sandbox } = shared;
  await sandbox.json('party', 'add', issuer, '--country', 'GB');
  await sandbox.json('party', 'kyi', issuer, 'verified', ...decision);
});
test.after(() => shared.release());

const add = (n: number, ...options: readonly string[]): Promise<unknown> =>
  shared.sandbox.json(
    ...['asset', 'add', caip19Of(n), '--name', `Onboarded ${n}`, '--symbol', `ONB${n}`, '--decimals', '6', '--yes'],
    ...options,
  );
const assetOfWatch = (added: unknown): string => (added as { readonly assetId: string }).assetId;
const watch = (body: object): ReturnType<Holder['post']> => holder.post('/me/watchlist', body);

test('FD-5 a token of a verified issuer is not public before it is linked', async () => {
  await add(1, '--issuer', issuer);
  const reader = clientOfA(shared.service, holder.key);
  const lookUp = async (): Promise<boolean> =>
    (await reader.get<{ readonly kyi_verified: boolean }>(`/kyi/v1/tokens?address=${addressOf(1)}`)).body.kyi_verified;
  assert.is(await lookUp(), false);
  assert.is((await reader.get(`/assets/ethereum/${addressOf(1)}`)).status, 404);
  assert.is((await watch({ caip19: caip19Of(1) })).status, 404);
  await shared.sandbox.json('asset', 'link', caip19Of(1), ...decision);
  assert.is(await lookUp(), true);
  const { status, body } = await holder.post<Item>('/me/watchlist', { caip19: caip19Of(1) });
  assert.equal([status, body.asset.id], [201, assetIdOf(caip19Of(1))]);
});

test('FD-1 a token is added, linked and watched by its address, one after the other', async () => {
  await add(2, '--issuer', issuer, '--link', ...decision);
  assert.is((await watch({ address: addressOf(2).toLowerCase(), chainSlug: 'ethereum' })).status, 201);
  const other = await newHolder(shared, 'onboarding by slug');
  assert.equal(
    await shared.sandbox
      .json('watch', 'add', '--tenant', other.tenantId, '--asset', 'onb2-ethereum')
      .then(assetOfWatch),
    assetIdOf(caip19Of(2)),
  );
});

test('FD-7 what an import declares can be watched as soon as the command returns, each time', async () => {
  const [party] = await shared.sandbox
    .json<readonly { readonly partyId: string; readonly name: string }[]>(...['registry', 'list', 'parties'])
    .then((parties) => parties.filter(({ name }) => name === issuer));
  for (let n = 10; n < 10 + imports; n += 1) {
    const id = assetIdOf(caip19Of(n));
    const line = {
      type: 'asset',
      assetId: id,
      did: didOf(id),
      slug: `onboarded-${n}`,
      chain: 'ethereum',
      address: addressOf(n),
      standard: 'erc20',
      decimals: 6,
      name: 'Onboarded',
      symbol: 'ONB',
      issuerId: party?.partyId,
      status: 'active',
    };
    await shared.sandbox.json(
      'registry',
      'import',
      writeLines(shared.sandbox.directory, `onb-${n}.ndjson`, [JSON.stringify(line)]),
    );
    assert.is((await watch({ assetId: id })).status, 201, String(n));
  }
});

test.run();
