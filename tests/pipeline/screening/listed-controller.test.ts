/** From the bytes of a chain and of a list to the change: an account that gains control is compared with the lists. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DeployedContract, openTestChain, type TestChain } from '../../support/chain/contracts.ts';
import { readAssets } from '../../support/chain/read-state.ts';
import { circle, createMiniature, type Miniature, usdc } from '../../guide/miniature.ts';
import { bytesOf } from '../ingest/chain/capture-log.ts';

interface Context {
  chain: TestChain;
  safe: DeployedContract;
  token: DeployedContract;
  /** The clock of the node is moved on between readings. */
  restore: () => Promise<void>;
}

const test = suite<Context>('a controller on a sanctions list');
/** An address of OFAC's list of Ethereum addresses, 10 November 2022. */
const listed = '0x8589427373d6d84e98730d7795d8f6f8731fda16';

test.before(async (context) => {
  context.chain = await openTestChain();
});
test.before.each(async (context) => {
  const { chain } = context;
  const [a = '', b = '', c = ''] = chain.keys;
  context.restore = await chain.remember();
  context.safe = await chain.safe([a, b, c], 2);
  context.token = await chain.deploy('OwnedToken', context.safe.address);
});

test.after.each(({ restore }) => restore());

/** The asset and the list are known; each call reads the token from the node as it is now. */
function pipelineOf({ chain, token }: Context): { world: Miniature; read: () => Promise<void> } {
  const world = createMiniature();
  world.declare([circle, { ...usdc, address: token.shown }], '2026-01-15T00:00:00Z');
  world.capture('ofac-addresses', 'ETH-2022-11-10.json', '2022-11-10T00:00:00Z');
  const read = async (): Promise<void> => {
    await chain.anvil.rpc('evm_increaseTime', '0x3c');
    await chain.finalize();
    const { cassette } = await readAssets(chain.anvil.provider(), [token.address]);
    const { block, assets } = cassette.header;
    const own = { ...cassette.header, assets: assets.map((asset) => ({ ...asset, assetId: usdc.assetId })) };
    world.captureBytes(
      'chain-ethereum',
      'round.cassette.gz',
      bytesOf({ ...cassette, header: own }),
      block.timestamp * 1000,
    );
  };
  return { world, read };
}

async function fromSafe({ chain, safe }: Context, to: DeployedContract, method: string, values: readonly unknown[]) {
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  await chain.send(to, method, values, safe.address);
}

type Gain = readonly [name: string, role: string, gain: (context: Context) => Promise<void>];
const gains: readonly Gain[] = [
  [
    'a new signer of the Safe that owns the token',
    'a signer of the owner of the contract',
    (context) => fromSafe(context, context.safe, 'addOwnerWithThreshold', [listed, 2n]),
  ],
  [
    'a new module of this Safe',
    'a signer of the owner of the contract',
    (context) => fromSafe(context, context.safe, 'enableModule', [listed]),
  ],
  [
    'a new owner of the token',
    'the mint authority of the token, the owner of the contract and the pause authority of the token',
    async (context) => {
      const { chain, token } = context;
      await fromSafe(context, token, 'transferOwnership', [listed]);
      await chain.anvil.rpc('anvil_impersonateAccount', listed);
      await chain.anvil.rpc('anvil_setBalance', listed, '0xde0b6b3a7640000');
      await chain.send(token, 'acceptOwnership', [], listed);
    },
  ],
];

for (const [name, role, gain] of gains) {
  test(`${name} is a match of level L1, stated once`, async (context) => {
    const { world, read } = pipelineOf(context);
    const matches = () => world.values('changes').filter(({ category }) => category === 'sanctions');
    await read();
    assert.equal(matches(), []);
    await gain(context);
    await read();
    await read();
    const [match, ...others] = matches();
    assert.equal(others, []);
    assert.equal([match?.explanation.kind, match?.confirmed, match?.disposition], ['list_match_added', true, 'shown']);
    assert.match(match?.explanation.what ?? '', new RegExp(role));
    const seen = world.values('observations').find(({ id }) => id === match?.newObservationId);
    assert.is((JSON.parse(seen?.value ?? 'null') as { readonly level: string } | null)?.level, 'L1');
    assert.is(seen?.quote, '0x8589427373D6D84E98730D7795D8f6f8731FDA16', 'the bytes of the list');
  });
}

test.run();
