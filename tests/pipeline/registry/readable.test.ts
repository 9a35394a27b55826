import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { malformed, readValue } from '../../../pipeline/changes/reading.ts';
import { createDeclare } from '../../../pipeline/registry/declare.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { memoryState, observationsIn } from '../screening/harness.ts';
import { assetLine, partyLine, request, testKey, uuid } from './declarations.ts';

test('the fold of an asset can read declarations and proofs', () => {
  const plan = planImport(
    request([
      partyLine(1, { kyi: { status: 'verified' }, wallets: [`eip155:1:${testKey(1).address}`] }),
      assetLine(1, { issuerId: uuid(1), parties: [{ partyId: uuid(1), role: 'custodian' }] }),
      {
        type: 'proof',
        proofId: uuid(9),
        assetId: uuid(101),
        authority: { type: 'owner', address: testKey(1).address },
        method: { type: 'admin_manual' },
        provedAt: '2026-01-01T00:00:00Z',
      },
    ]),
  );
  assert.ok(plan.ok);
  const view = createDeclare().open();
  const state = memoryState();
  const outputs = plan.records.flatMap((record, offset) => {
    const at = { partition: 0, offset, timestamp: record.timestamp };
    if (record.topic === 'registry.parties')
      return view.update({ topic: record.topic, value: record.value, ...at })(state);
    if (record.topic !== 'registry.assets') return [record];
    const result = view.apply(state, { topic: record.topic, value: record.value, ...at });
    return result.kind === 'ok' ? result.outputs : [];
  });
  const read = observationsIn(outputs).map((observation) => {
    assert.is(malformed(observation), null);
    const reading = readValue(observation);
    return reading.ok ? reading.reading.about : reading.reason;
  });
  assert.equal(read, ['party_declaration', 'asset_declaration', 'asset_status', 'issuer_kyi', 'proof']);
});

test.run();
