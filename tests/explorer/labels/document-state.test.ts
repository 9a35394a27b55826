import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentState } from '../../../explorer/readers/documents/document-labels.ts';
import { youngFor } from '../../../schemas/freshness.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { now } from '../../api/records.ts';

test('U-11 no fetch of a document is good past the limit of its kind, by one millisecond', () => {
  for (const kind of termsOf('sourceKind')) {
    const limit = now - youngFor.document(kind);
    for (const outcome of termsOf('fetchOutcome')) {
      const young = documentState({ outcome, asOf: limit }, kind, now);
      const old = documentState({ outcome, asOf: limit - 1 }, kind, now);
      const expected = young.tone === 'good' ? { tone: 'late', icon: 'clock', word: 'Read, old' } : young;
      assert.equal(old, expected, `${kind}, ${outcome}`);
    }
    assert.is(documentState({ outcome: 'not_modified', asOf: limit }, kind, now).word, 'Unchanged');
  }
});

test('U-11 a kind or outcome of a newer writer is not good', () => {
  assert.is(documentState({ outcome: 'ok', asOf: now - youngFor.document('page') - 1 }, 'leaflet', now).tone, 'late');
  assert.is(documentState({ outcome: 'sent', asOf: now }, 'terms', now).tone, 'off');
});

test.run();
