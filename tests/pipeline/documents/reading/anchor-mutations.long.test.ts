// rule: no alteration of a document gives a wrong value, also tests/pipeline/documents/reading/anchor-mutations.test.ts
import { suite } from 'uvu';
import { testAlterations } from './altered-documents.ts';

const test = suite('labelled documents that lose each third');
testAlterations(test, () => [0, 1, 2]);
test.run();
