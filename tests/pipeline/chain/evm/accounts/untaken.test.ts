/** Functions that any account can call, and that make no account the owner of a token. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { changed } from '../../../../support/chain/changed-provider.ts';
import type { TestChain } from '../../../../support/chain/contracts.ts';
import { factOf, holdersIn, readAssets } from '../../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../../support/chain/world.ts';

interface Context {
  world: World;
}

const test = suite<Context>('tokens that no account can take');

/** Their second call succeeds without an effect. */
const silent = ['LockedSilent', 'LockedBeside', 'LockedTogether', 'DoneBeside'];

async function build(chain: TestChain): Promise<Readonly<Record<string, string>>> {
  const [a = ''] = chain.keys;
  const assets: Record<string, string> = {};
  for (const name of ['NeverOwned', 'OwnerOfCaller', ...silent, 'LockedStrict', 'GovernedElsewhere']) {
    assets[name] = (await chain.deploy(name)).address;
  }
  for (const name of silent) {
    const renounced = await chain.deploy(name);
    await chain.send(renounced, 'initialize', [a]);
    await chain.send(renounced, 'renounceOwnership', [], a);
    assets[`${name} renounced`] = renounced.address;
  }
  assets['RolesBesideSetup'] = (await chain.deploy('RolesBesideSetup', a)).address;
  const code = [(await chain.deploy('AcceptsAll')).address, (await chain.deploy('FormerCode')).address];
  assets['FormerSlot'] = (await chain.deploy('FormerSlot', ...code)).address;
  return assets;
}

test.before(async (context) => {
  context.world = await openWorld(build);
});

interface Owners {
  readonly keys: readonly string[];
  readonly isNotKnown: boolean;
}
const unclear: Owners = { keys: [], isNotKnown: true };

const cases: Readonly<Record<string, Owners>> = {
  NeverOwned: unclear,
  OwnerOfCaller: unclear,
  ...Object.fromEntries(
    silent.flatMap((name) => [
      [name, unclear],
      [`${name} renounced`, { keys: ['owner'], isNotKnown: false }],
    ]),
  ),
  LockedStrict: unclear,
  GovernedElsewhere: { keys: ['owner:a'], isNotKnown: true },
  RolesBesideSetup: { keys: ['owner:a'], isNotKnown: true },
  FormerSlot: unclear,
};

for (const [asset, { keys, isNotKnown }] of Object.entries(cases)) {
  test(`${asset}: no account is stated as one that can become the owner`, ({ world }) => {
    const state = world.stateOf(asset);
    assert.is(state?.reading, 'stated', state?.unread.join(', '));
    const a = toChecksumAddress(world.chain.keys[0] ?? '');
    const owners = Object.keys(holdersIn(state)).filter((key) => key.startsWith('owner'));
    assert.equal(
      owners.map((key) => key.replace(a, 'a')),
      keys,
    );
    assert.is((factOf(state, 'holders_not_known') as readonly string[]).includes('owner'), isNotKnown);
  });
}

test('without the logs that name its administrators, a token is not one that any account can take', async ({
  world,
}) => {
  const lost = changed(world.chain.anvil.provider(), ({ method }) =>
    method === 'eth_getLogs' ? { kind: 'result', result: [] } : undefined,
  );
  const { assets, block } = world.cassette.header;
  const address = world.stateOf('RolesBesideSetup')?.address ?? '';
  assert.ok(assets.some((one) => one.address === address));
  const [state] = (await readAssets(lost, [address], block)).states;
  assert.is(state?.reading, 'stated', state?.unread.join(', '));
  assert.equal(
    Object.keys(holdersIn(state)).filter((key) => key.startsWith('owner')),
    [],
  );
  assert.ok((factOf(state, 'holders_not_known') as readonly string[]).includes('owner'));
});

test.run();
