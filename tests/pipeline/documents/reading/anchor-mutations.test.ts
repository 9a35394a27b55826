import { suite } from 'uvu';
import { testAlterations } from './altered-documents.ts';

const test = suite('labelled documents that are altered');
testAlterations(test, (document) => [document % 3 === 0 ? 0 : document % 3 === 1 ? 1 : 2]);
test.run();
