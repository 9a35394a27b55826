// rule: every value of a labelled white paper is right, also tests/pipeline/documents/reading/golden.test.ts
// The longest of them: to read it takes as long as all others together.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasSharedData } from '../../../support/shared-data.ts';
import { checkLabels, readLabelled } from './labelled-documents.ts';

const test = suite('a long labelled white paper');

test('every value is right, and one plain field is missed: an instruction of the template stands in its place', async () => {
  if (!hasSharedData('disclosures')) {
    console.log('skipped: the documents are not beside this tree (data/disclosures)');
    return;
  }
  const { missed } = checkLabels(await readLabelled('whitepapers/tono.2025-10-20', 'whitepaper'));
  assert.equal(missed, ['holder_fees']);
});

test.run();
