// Attestry does not store what is true about a token. It stores what was observed, where and when, and computes the rest
// from that. An observation is one reading of one field of one subject (the asset itself, one of its authorities, a row of
// a register …) of one asset, from one source. This chapter builds some by hand.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation, observationSha256Of } from '../../schemas/values/observation.ts';
import { usdc } from './miniature.ts';

const owner = {
  type: 'owner',
  address: '0xFcb19e6a322b27c06842A71e8c725399f049AE3a',
  accountType: 'regular',
  signers: [],
  threshold: null,
};

const content = {
  assetId: usdc.assetId,
  subjectKind: 'authority',
  subjectKey: 'owner',
  field: 'authority',
  sourceKey: 'chain:eip155:1',
  // A value is JSON text in canonical form (RFC 8785), so that equal values have equal bytes.
  value: canonicalJson(owner),
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  artifactId: null,
  extractor: 'evm-authorities',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: Date.parse('2026-02-01T12:00:00Z'),
};

test('the id is the hash of the content: two observers of the same fact write the same record', () => {
  const observation = makeObservation(content);
  assert.match(observation.id, /^[0-9a-f]{64}$/);
  assert.equal(makeObservation({ ...content }), observation);
  // The order of the members in the value does not matter.
  const shuffled = { threshold: null, signers: [], accountType: 'regular', address: owner.address, type: 'owner' };
  assert.is(makeObservation({ ...content, value: canonicalJson(shuffled) }).id, observation.id);
});

test('different content, or the same content at another time, is another observation', () => {
  const ids = [
    content,
    { ...content, observedAt: content.observedAt + 1 },
    { ...content, sourceKey: 'chain:eip155:8453' },
    { ...content, value: canonicalJson({ ...owner, accountType: 'multisig' }) },
    // Null means "searched for and not disclosed". It differs from an empty value.
    { ...content, value: null },
    { ...content, value: canonicalJson('') },
  ].map((one) => makeObservation(one).id);
  assert.is(new Set(ids).size, ids.length);
});

test('the evidence hash identifies what an observation rests on, independent of the time of reading', () => {
  const { observationSha256 } = makeObservation(content);
  assert.is(observationSha256Of({ ...content }), observationSha256);
  const later = makeObservation({ ...content, observedAt: content.observedAt + 86_400_000 });
  assert.is(later.observationSha256, observationSha256, 'the same evidence a day later');
  const quoted = makeObservation({ ...content, quote: 'owner() = 0xFcb1…' });
  assert.is.not(quoted.observationSha256, observationSha256, 'other evidence');
});

test('the time is part of the observation, not of the machine that writes it', () => {
  // No fold reads a clock: the same records lead to the same results on any day.
  const before = makeObservation(content);
  mock.timers.enable({ apis: ['Date'], now: 0 });
  try {
    assert.equal(makeObservation(content), before);
  } finally {
    mock.timers.reset();
  }
});

test.run();
