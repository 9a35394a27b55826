import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareObservations } from '../../../cli/verify/compare/observations.ts';
import { eip191Hash } from '../../../pipeline/registry/proofs/signatures/eip191.ts';
import { encodeCall, openTestChain } from '../../support/chain/contracts.ts';
import { safeSignature } from '../../support/chain/wallets.ts';
import { writeLines } from '../../support/demo-world.ts';
import { assetLine, caip19, testKey, uuid } from '../../pipeline/registry/declarations.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

const test = suite<Workplace>('attestry registry import, proofs of contracts');
test.before(async (place) => {
  Object.assign(place, await openWorkplace());
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
  process.env['ATTESTRY_RPC_RATE'] = 'off';
});
test.after(async ({ close }) => {
  for (const name of ['DATA_DIR', 'RPC_RATE', 'RPC_ETHEREUM']) Reflect.deleteProperty(process.env, `ATTESTRY_${name}`);
  await close();
});

test('A-69 a contract signature is imported from a node, computed again by verify, and exported without exchanges', async (place) => {
  const chain = await openTestChain();
  const owner = testKey(31);
  const safe = await chain.safe([owner.address], 1, await chain.deployHandler());
  await chain.finalize();
  const blockNumber = Number(await chain.anvil.rpc('eth_blockNumber'));
  await chain.finalize();
  const challenge = `Asset: ${caip19}\nAuthority: owner ${safe.shown}`;
  const data = encodeCall(safe.abi, 'domainSeparator', []);
  const domain = (await chain.anvil.rpc('eth_call', { to: safe.address, data }, 'latest')) as string;
  const line = {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    challenge,
    authority: { type: 'owner', address: safe.shown },
    method: { type: 'contract_signature', scheme: 'eip1271', inner_scheme: 'eip191' },
    evidence: { signature: safeSignature(domain, eip191Hash(challenge), [owner]), blockNumber },
    provedAt: '2025-06-01T00:00:00.000Z',
  };
  const file = writeLines(
    place.config.dataDir,
    'proof.ndjson',
    [assetLine(1), line].map((one) => JSON.stringify(one)),
  );
  const without = await attestry('registry', 'import', file);
  assert.is(without.code, 1);
  assert.match(without.stderr, /needs ATTESTRY_RPC_ETHEREUM/);
  process.env['ATTESTRY_RPC_ETHEREUM'] = `own=${chain.anvil.url}`;
  const imported = await attestry('registry', 'import', file, '--json');
  assert.is(imported.code, 0, imported.stderr);
  assert.is((JSON.parse(imported.stdout) as { readonly proofs: number }).proofs, 1);
  const { proofs, differing } = await compareObservations(place.engine);
  assert.equal([proofs, differing], [1, 0]);
  const exported = await attestry('registry', 'export');
  const [proof] = exported.stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>)
    .filter(({ type }) => type === 'proof');
  assert.equal(proof?.['evidence'], line.evidence);
  assert.equal(proof?.['method'], { ...line.method, caip2: 'eip155:1', block_number: blockNumber });
});

test.run();
