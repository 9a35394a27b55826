import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tokenIdOf } from '../../pipeline/changes/token-facts/token-id.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import { sampleRegistryAsset } from '../support/sample-assets.ts';

const named = [
  { partyId: 'custodian', role: 'custodian' },
  { partyId: 'named', role: 'issuer' },
];

test('the linked issuer counts, else the one that is named', () => {
  assert.is(issuerOf({ issuerId: 'linked', parties: named }), 'linked');
  assert.is(issuerOf({ issuerId: null, parties: named }), 'named');
  assert.is(issuerOf({ issuerId: null, parties: [] }), null);
});

test('deployments of one token of a named issuer belong together, also when some are linked', () => {
  const of = (over: object): string | null => tokenIdOf(sampleRegistryAsset({ token: 'usd', ...over }));
  assert.is(of({ parties: named }), 'named:usd');
  assert.is(of({ issuerId: 'named' }), 'named:usd');
  assert.is(of({}), 'asset:asset');
});

test.run();
