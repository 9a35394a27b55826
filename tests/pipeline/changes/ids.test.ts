import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  assessmentId,
  changeId,
  groupId,
  inputFingerprint,
  observationIdOf,
  observationSha256Of,
} from '../../../pipeline/changes/ids.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { hashOf, shortHashOf } from '../../../schemas/values/hash.ts';
import { at, match, status } from './builders.ts';

const identity = {
  category: 'register',
  assetId: 'a',
  subjectKind: 'register_row',
  subjectKey: 'r',
  field: 'f',
  sourceKey: 's',
  oldObservationId: null,
  newObservationId: 'n',
};

test('the change id is the category and a hash of the fact and its two readings', () => {
  const array = ['register', 'a', 'register_row', 'r', 'f', 's', null, 'n'];
  assert.is(changeId(identity), `register:${shortHashOf(array)}`);
  const others = Object.keys(identity).map((name) => changeId({ ...identity, [name]: 'other' }));
  assert.is(new Set([changeId(identity), ...others]).size, others.length + 1);
});

test('an observation id covers every field, the evidence hash only the reading', () => {
  const one = match(at('2024-01-12'), { sinceObservationId: 's' });
  const { id, extractionRule, documentClass, place, reading, quorum, ...others } = one;
  const later = { extractionRule, documentClass, place, reading, quorum };
  assert.equal(new Set(Object.values(later)), new Set([null]), 'members that are not stated are no part of the id');
  assert.is(id, hashOf(others));
  assert.is(observationIdOf(one), id);
  assert.is(observationIdOf(others), id, 'as a record of the first version has it');
  for (const name of Object.keys({ ...others, ...later }))
    assert.is.not(observationIdOf({ ...one, [name]: 'other' }), id, name);
  const next = match(at('2024-01-12'), { sinceObservationId: 's' }, { extractorVersion: '2' });
  assert.is(next.observationSha256, one.observationSha256);
  assert.is(
    observationSha256Of(one),
    hashOf({ norm: JSON.parse(one.value ?? 'null') as unknown, quote: one.quote, sourceHash: one.sourceHash }),
  );
});

test('makeObservation gives the same reading the same id', () => {
  assert.equal(status('active', 1), status('active', 1));
  assert.is.not(status('active', 1).id, status('active', 2).id);
});

test('B-72 the fingerprint is the RFC 8785 hash of the inputs, with the values as JSON', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.array(fc.string()),
      fc.boolean(),
      (before, after, regimes, confirmed) => {
        const plain = {
          rulesVersion: 'impact-v1',
          category: 'c',
          field: 'f',
          regimes,
          parseStatus: 'ok',
          fetchOutcome: 'ok',
        };
        let texts: { readonly old: string; readonly new: string };
        try {
          texts = { old: canonicalJson(before), new: canonicalJson(after) };
          canonicalJson(regimes);
        } catch {
          return;
        }
        const inputs = { ...plain, ...(confirmed ? {} : { confirmed }), old: before, new: after };
        assert.is(inputFingerprint({ ...plain, ...texts, confirmed }), `sha256:${hashOf(inputs)}`);
      },
    ),
  );
});

test('ids of assessments and groups are UUIDs derived from their inputs', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(assessmentId('impact-v1', 'register:x', 'sha256:y'), uuid);
  const group = { ...identity, newArtifactId: null, detectedAt: 1 };
  assert.match(groupId(group), uuid);
  const withColumn = { ...group, field: 'other' };
  assert.is(groupId(withColumn), groupId(group), 'columns of one row share it');
  assert.is.not(groupId({ ...group, subjectKey: 'q' }), groupId(group));
  const source = { ...group, subjectKind: 'asset' };
  assert.is(groupId({ ...source, subjectKey: 'q' }), groupId(source), 'fields of one document share it');
  assert.is.not(groupId({ ...group, newArtifactId: 'z' }), groupId(group));
  assert.is.not(groupId({ ...group, detectedAt: 2 }), groupId(group));
});

test.run();
