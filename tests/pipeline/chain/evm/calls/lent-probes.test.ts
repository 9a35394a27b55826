/** Probes of many accounts in one request: none may change what another one finds. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { padded } from '../../../../../pipeline/chain/evm/calls/abi.ts';
import { probeLent } from '../../../../../pipeline/chain/evm/calls/lent-probes.ts';
import { readLive } from '../../../../../pipeline/publishers/chain/read-live.ts';
import type { DeployedContract } from '../../../../support/chain/contracts.ts';
import { holdersIn } from '../../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../../support/chain/world.ts';

interface Context {
  world: World;
  deployed: Readonly<Record<string, DeployedContract>>;
}

const test = suite<Context>('probes in the name of many accounts');
const adminSlot = Buffer.from('b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103', 'hex');
const implementationSlot = Buffer.from('360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc', 'hex');
const word = (address: string): Buffer => Buffer.from(padded(address), 'hex');

test.before(async (context) => {
  const deployed: Record<string, DeployedContract> = {};
  context.deployed = deployed;
  context.world = await openWorld(async (chain) => {
    const [a = '', b = ''] = chain.keys;
    const registry = await chain.deploy('Registry', b);
    deployed['registry'] = registry;
    const owned = await chain.deploy('OwnedToken', a);
    deployed['owned'] = owned;
    const checked = await chain.deploy('CheckedToken', registry.address);
    // Its admin is the registry that the other token asks.
    const trap = await chain.deploy(
      'SlotProxy',
      [implementationSlot, adminSlot],
      [word(owned.address), word(registry.address)],
    );
    return { owned: owned.address, checked: checked.address, trap: trap.address };
  });
});

test('an account that a token asks is asked itself, although another token makes it look like the admin of a proxy', ({
  world,
  deployed,
}) => {
  const control = world.stateOf('trap')?.facts.find(({ subjectKey }) => subjectKey === deployed['registry']?.shown);
  assert.is((control?.value as { kind: string }).kind, 'proxy_admin');
  const holders = holdersIn(world.stateOf('checked'));
  assert.not.ok('mint_authority:anyone' in holders);
  assert.not.ok('mint_authority' in holders);
});

test('a token that anyone could pause after another probe paused it stays as it is', async ({ world, deployed }) => {
  const [a = '', b = ''] = world.chain.keys;
  const to = deployed['owned']?.address ?? '';
  const pause = { to, data: '0x8456cb59' };
  const mint = { to, data: `0x40c10f19${padded(b)}${padded('1')}` };
  const at = { blockHash: world.cassette.header.block.hash, overrides: true };
  // A second pause reverts, and so does a mint of a paused token: both succeed because the first was taken back.
  const probes = [
    ...[
      { from: a, ...pause },
      { from: a, ...pause },
      { from: b, ...pause },
    ],
    ...[
      { from: a, ...mint },
      { from: b, ...mint },
    ],
    { from: `0x${'2'.padStart(40, '0')}`, ...mint },
  ];
  const live = await readLive(probeLent(at, probes), world.chain.anvil.provider());
  assert.ok('ok' in live);
  assert.equal(live.value.slice(0, 5), [true, true, false, true, false]);
  assert.is(live.value[5], 'not_asked', 'a precompile keeps its own code');
});

test('a request that a node refuses is halved', async ({ world, deployed }) => {
  const [a = '', b = ''] = world.chain.keys;
  const to = deployed['owned']?.address ?? '';
  const provider = world.chain.anvil.provider();
  const at = { blockHash: world.cassette.header.block.hash, overrides: true };
  const probes = [a, b, a, b].map((from) => ({ from, to, data: '0x8456cb59' }));
  const small: typeof provider = {
    label: 'small',
    send: async (requests, signal) => {
      const reply = await provider.send(requests, signal);
      if (reply.kind !== 'answers') return reply;
      const answers = reply.answers.map((answer, index) => {
        const [call] = (requests[index]?.params ?? []) as readonly { readonly data: string }[];
        const isLarge = Number.parseInt(call?.data.slice(2, 6) ?? '0', 16) > 1;
        return isLarge ? ({ kind: 'error', code: -32_000, message: 'out of gas' } as const) : answer;
      });
      return { kind: 'answers', answers };
    },
  };
  const live = await readLive(probeLent(at, probes), small);
  assert.ok('ok' in live);
  assert.equal(live.value, [true, false, true, false]);
});

test.run();
