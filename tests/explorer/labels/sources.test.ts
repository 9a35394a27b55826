import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type KnownReadings, sourceName, sourceOfChange, unreadName } from '../../../explorer/labels/sources.ts';
import { change } from '../../api/records.ts';

const copied = {
  feed: 'ofac-addresses',
  label: "OFAC's list of addresses",
  owner: 'OFAC',
  everyMs: 1,
  isSanctionsList: true,
  hosts: ['lists.example'],
  licence: 'CC0 1.0',
  containedIn: null,
  copyBy: 'A. Keeper',
};
const own = { ...copied, feed: 'un-sc', label: 'the list of the UN', copyBy: null };

const cases: readonly (readonly [name: string, key: string, known?: KnownReadings])[] = [
  ["OFAC's list of addresses, in the copy of A. Keeper", 'list:ofac-addresses'],
  ['The list of the UN', 'list:un-sc'],
  ['List:other', 'list:other'],
  ['Base', 'chain:eip155:8453'],
  ['Base, read from its nodes', 'chain:eip155:8453', { hasBytes: true }],
  ['Base, as imported', 'chain:eip155:8453', { isImported: true }],
  ['This registry', 'registry'],
  ['Proof of control', 'proof'],
  ['Review by the operator', 'review'],
  ['Review by the operator', 'review', { isDocument: true }],
  ['Comparison of two sources', 'check:supply'],
  ['The source “ledger_api”', 'ledger_api'],
  ['The source “constructor”', 'constructor'],
  ['The source “terms”', 'terms', { hasBytes: true }],
  ['Document of the issuer (terms of use)', 'terms_of_use', { isDocument: true }],
];
for (const [name, key, known] of cases) {
  test(`the name of a source states what is known of it, and no more: ${name}`, () =>
    assert.is(sourceName(key, [copied, own], known), name));
}

test('a source that nothing was read of is named so', () => {
  assert.is(unreadName('chain:eip155:8453', [], { hasBytes: true }), 'Base · not read');
  assert.is(unreadName('terms', [], { isDocument: true }), 'Document of the issuer (terms) · not read');
  assert.is(unreadName('chain:eip155:8453', [], { isImported: true }), 'Base · not read');
});

test('the source of a change is a node where bytes are behind it, and a document where one was captured', () => {
  const evidenceOf = (artifactId: string | null) => {
    const { assessment } = change('x', 1);
    return { ...assessment, evidence: { ...assessment.evidence, new: { ...assessment.evidence.new, artifactId } } };
  };
  const chain = { sourceKey: 'chain:eip155:1', subjectKind: 'authority', quote: null };
  assert.is(sourceOfChange({ ...chain, assessment: evidenceOf('a'.repeat(64)) }, []), 'Ethereum, read from its nodes');
  assert.is(sourceOfChange({ ...chain, assessment: evidenceOf(null) }, []), 'Ethereum');
  const drift = { sourceKey: 'terms', subjectKind: 'source', quote: null, assessment: evidenceOf(null) };
  assert.is(sourceOfChange(drift, []), 'Document of the issuer (terms)');
  assert.is(sourceOfChange({ ...drift, subjectKind: 'asset' }, []), 'The source “terms”');
  assert.is(sourceOfChange({ ...drift, subjectKind: 'asset', quote: 'A fee.' }, []), 'Document of the issuer (terms)');
});

test.run();
