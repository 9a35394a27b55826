// rule: a document that exceeds the limits of the reader changes nothing, also tests/pipeline/publishers/documents/bad-days.test.ts ("a page without an end")
// rule: R-45, also tests/infra/reading/read-document.test.ts and read-pdf.test.ts
import { badDaysTest } from './bad-days.ts';

badDaysTest(true).run();
