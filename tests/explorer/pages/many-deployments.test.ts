/** A token with a hundred deployments on four chains: every list of them names each once, and states how many it leaves out. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addManyDeployments } from '../many-deployments.ts';
import { textOf, visit } from '../harness.ts';
import { openWorld, type World } from '../world.ts';
import { asset } from '../../api/records.ts';

let world: World;
test.before(async () => {
  world = await openWorld();
  await addManyDeployments(world);
});
test.after(() => world.close());

const shown = async (path: string): Promise<string> => textOf(await visit(world.api, path, { cookie: world.cookie }));
const places = /(?:Avalanche|Base|Ethereum|Plume) 0x0000…[0-9a-f]{4}/g;
/** Places in a text, each of which must stand in it once. */
function distinctPlaces(text: string): number {
  const found = text.match(places) ?? [];
  assert.equal(found.length, new Set(found).size, 'each once');
  return found.length;
}

test('the page of one lists twenty others, and leads to the rest', async () => {
  const [, others = ''] = (await shown(`/verified-assets/${asset(1_001).address}/ethereum`)).split('Other deployments');
  assert.is(distinctPlaces(others), 20);
  assert.match(others, 'See 79 more deployments');
});

test('the page of the issuer lists all of them', async () => {
  const [tokens = ''] = (await shown('/entities/many')).split('Changes confirmed ones');
  assert.is(distinctPlaces(tokens), 100);
});

test('a card has a dozen of them, and the worst of all', async () => {
  for (const path of ['/', '/?q=MANY']) {
    const [, card = ''] = (await shown(path)).split('Many Dollar Many Chains Ltd');
    assert.is(distinctPlaces(card), 12, path);
    assert.match(card, 'and 88 more deployments');
  }
});

test('the watchlist counts deployments and chains', async () => {
  const list = await shown('/watchlist');
  assert.match(list, 'MANY 47 deployments on 4 chains Many Dollar, Many Chains Ltd');
  assert.match(list, /Pause MANY on Base 0x0000…[0-9a-f]{4} /);
});

test('each of those that can be chosen has its address, and the choice states that there are more', async () => {
  const pasted = await shown('/watchlist/add?text=MANY');
  assert.is(new Set(pasted.match(/Many Chains Ltd, 0x0000…[0-9a-f]{4}/g)).size, 20);
  assert.match(pasted, /80 more tokens: paste the address of the one that you mean\./);
  assert.match(await shown('/watchlist?add=MANY'), /Many Chains Ltd, 0x0000…[0-9a-f]{4}/);
});

test.run();
