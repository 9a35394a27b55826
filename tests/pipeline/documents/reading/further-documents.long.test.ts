// rule: every value of a labelled document of a further issuer is right, also tests/pipeline/documents/reading/further-documents.test.ts
// The longest white papers: to read both takes longer than all others together.
import { suite } from 'uvu';
import { hasSharedData } from '../../../support/shared-data.ts';
import { checkFurther, type FurtherDocument } from './further-documents.ts';

const test = suite('long labelled white papers of further issuers');

const documents: readonly FurtherDocument[] = [
  ['whitepapers/chainbase.2025-09-04', 'whitepaper', []],
  ['whitepapers/kite.2025-11-14', 'whitepaper', []],
];
for (const document of hasSharedData('disclosures-2') ? documents : []) test(document[0], () => checkFurther(document));

if (!hasSharedData('disclosures-2')) test.skip('the sample data is not there', () => undefined);

test.run();
