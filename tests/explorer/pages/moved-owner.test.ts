/** From the bytes of a chain to the page: a proof of a wallet that stops being the owner. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import type { Harness } from '../../api/harness.ts';
import { circle, createMiniature, usdc } from '../../guide/miniature.ts';
import { bytesOf } from '../../pipeline/ingest/chain/capture-log.ts';
import { openTestChain } from '../../support/chain/contracts.ts';
import { readAssets } from '../../support/chain/read-state.ts';
import { openPages, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
});
test.after(() => api.close());

test('PE-13 the owner moves on a chain: its proof leaves `verifications`, and the page shows it struck', async () => {
  const chain = await openTestChain();
  const restore = await chain.remember();
  const [, first = '', second = ''] = chain.keys;
  const token = await chain.deploy('OwnedToken', first);
  const caip19 = `eip155:1/erc20:${token.shown}`;
  const world = createMiniature();
  world.declare([circle, { ...usdc, address: token.shown }], '2026-01-15T00:00:00Z');

  const read = async (): Promise<void> => {
    await chain.anvil.rpc('evm_increaseTime', '0x3c');
    await chain.finalize();
    const { cassette } = await readAssets(chain.anvil.provider(), [token.address]);
    const { block, assets } = cassette.header;
    const header = { ...cassette.header, assets: assets.map((one) => ({ ...one, assetId: usdc.assetId })) };
    world.captureBytes(
      'chain-ethereum',
      'round.cassette.gz',
      bytesOf({ ...cassette, header }),
      block.timestamp * 1_000,
    );
  };
  const pageNow = async (): Promise<{ readonly text: string; readonly verifications: readonly unknown[] }> => {
    await api.declare(...world.values('asset.records').slice(-1));
    const key = await api.makeKey();
    const { body } = await api.get(`/kyi/v1/tokens?caip19=${encodeURIComponent(caip19)}`, key.text);
    const [item] = body['data'] as readonly { readonly verifications: readonly unknown[] }[];
    const page = await visit(api, `/verified-assets/${token.shown}/ethereum`);
    return { text: page.text, verifications: item?.verifications ?? [] };
  };

  await read();
  const challenge = `Asset: ${caip19}\nAuthority: owner ${toChecksumAddress(first)}`;
  const hex = `0x${Buffer.from(challenge).toString('hex')}`;
  const line = {
    type: 'proof',
    proofId: '7c1f5a80-9f0a-4b0e-8d52-6c1f0a7be009',
    assetId: usdc.assetId,
    challenge,
    authority: { type: 'owner', address: toChecksumAddress(first) },
    method: { type: 'signature', scheme: 'eip191' },
    evidence: { signature: await chain.anvil.rpc('personal_sign', hex, first) },
    provedAt: '2026-01-20T00:00:00Z',
  };
  world.declare([line], '2026-01-21T00:00:00Z');
  const before = await pageNow();
  assert.is(before.verifications.length, 1);
  assert.not.match(before.text, /No longer counts/);

  await chain.send(token, 'transferOwnership', [second], first);
  await chain.send(token, 'acceptOwnership', [], second);
  await read();
  await read();
  const after = await pageNow();
  assert.equal(after.verifications, []);
  assert.match(after.text, /<s>[^/]*Signature, EIP-191/);
  assert.ok(after.text.includes(`${toChecksumAddress(first)} is no longer the owner`));
  await restore();
});

test.run();
