import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RpcAnswer, RpcProvider, RpcRequest } from '../../../../infra/rpc/provider.ts';
import { tryCapabilities } from '../../../../pipeline/publishers/chain/try-capabilities.ts';
import { type Anvil, startAnvil } from '../../../support/chain/anvil.ts';
import { type Change, changed } from '../../../support/chain/changed-provider.ts';
import { newestBlock } from '../../../support/chain/read-state.ts';

const test = suite<{ anvil: Anvil }>('capabilities of a provider');

test.before(async (context) => {
  context.anvil = await startAnvil();
  await context.anvil.rpc('anvil_mine', '0x100');
});

const no: RpcAnswer = { kind: 'error', code: -32_601, message: 'the method does not exist' };
const all = { overrides: true, proofs: 'verified', archive: null, creator: true, batches: true };

test('the test node can do everything', async ({ anvil }) => {
  const provider = anvil.provider();
  assert.equal(await tryCapabilities(provider, await newestBlock(provider)), all);
});

const numberOf = ({ params }: RpcRequest): number => Number(params[1]);

const cases: readonly (readonly [name: string, change: Change, found: object])[] = [
  ['no overrides', ({ method }) => (method === 'eth_call' ? no : undefined), { overrides: false }],
  [
    'overrides that are ignored',
    ({ method }) => (method === 'eth_call' ? { kind: 'result', result: '0x' } : undefined),
    { overrides: false },
  ],
  ['no proofs', ({ method }) => (method === 'eth_getProof' ? no : undefined), { proofs: 'none' }],
  [
    'a proof that is null',
    ({ method }) => (method === 'eth_getProof' ? { kind: 'result', result: null } : undefined),
    { proofs: 'none' },
  ],
  [
    'a proof of another state',
    ({ method }) =>
      method === 'eth_getProof'
        ? { kind: 'result', result: { accountProof: ['0xc0'], storageProof: [{ proof: [] }] } }
        : undefined,
    { proofs: 'contradicted' },
  ],
  [
    'a header of another form',
    ({ method }, answer) =>
      method === 'eth_getBlockByHash' && answer.kind === 'result'
        ? { kind: 'result', result: { ...(answer.result as object), difficulty: '0x77' } }
        : undefined,
    { proofs: 'unverified' },
  ],
  ['no creators', ({ method }) => (method === 'ots_getContractCreator' ? no : undefined), { creator: false }],
  [
    'state of some blocks only',
    (request) => (request.method === 'eth_getBalance' && numberOf(request) < 100 ? no : undefined),
    { archive: 128 },
  ],
  [
    'state of the newest block only',
    (request) => (request.method === 'eth_getBalance' ? no : undefined),
    { archive: 0 },
  ],
];

for (const [name, change, found] of cases) {
  test(`a provider with ${name}`, async ({ anvil }) => {
    const provider = changed(anvil.provider(), change);
    assert.equal(await tryCapabilities(provider, await newestBlock(provider)), { ...all, ...found });
  });
}

test('a provider that does not answer has no known capability', async ({ anvil }) => {
  const silent: RpcProvider = {
    label: 'own',
    send: async () => ({ kind: 'failed', failure: 'unreachable', message: 'provider own: no whole answer' }),
  };
  assert.is(await tryCapabilities(silent, await newestBlock(anvil.provider())), null);
});

test.run();
