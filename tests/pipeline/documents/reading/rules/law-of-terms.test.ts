/** The law of terms: what a sentence may hold beside it, and what leaves it out. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { governingLaw } from '../../../../../pipeline/documents/reading/rules/governing-law.ts';
import { inTerms, type Outcome } from '../form-outcomes.ts';

const test = suite('the law of terms');

const governed = (tail: string): string => `These Terms shall be governed by the laws of Ireland${tail}.`;

const cases: readonly (readonly [text: string, outcome: Outcome])[] = [
  // Another law, the holder's home, other parties, a condition: nothing is stated.
  ['These Terms are governed by the laws of Ireland and the federal laws of Canada applicable therein.', undefined],
  ['The governing law of these Terms shall be the substantive law of Ireland and France.', undefined],
  [governed(' and subject to the exclusive jurisdiction of its courts, unless you are a consumer'), 'left'],
  [governed(' and subject to the exclusive jurisdiction of its courts, if you live there'), 'left'],
  [governed(' and subject to the law of your residence'), undefined],
  [governed(' notwithstanding the law of the place where you live'), 'left'],
  [governed(', except that the Card Terms shall be governed by French law'), 'left'],
  ['Irish law applies to these Terms if you live in the European Union.', 'left'],
  ['The laws of Ireland apply to the use of the websites of our partners.', undefined],
  ['The laws of Ireland will not apply to matters relating to the use of this site.', undefined],
  ['These Terms are governed by the laws of the United States and the State of Ohio or Texas.', undefined],
  ['This Agreement is governed by the laws of Ontario and the laws of Canada where they apply.', undefined],
  ['The laws of the country which you are resident in will decide questions about these Terms.', 'left'],
  ['You obey the laws of the country where you live.', undefined],
  // Conflicts of laws, courts and arbitration beside the law.
  [governed(' notwithstanding the conflict of law provisions thereof'), { law: 'IE' }],
  [governed(" (i.e., without regard to conflict of law's provisions)"), { law: 'IE' }],
  [governed(' and subject to the exclusive jurisdiction of the Irish courts'), { law: 'IE' }],
  [governed(', except that the arbitration section is governed by the Federal Arbitration Act'), { law: 'IE' }],
  // The use of a service, and the words for a law.
  [
    'The laws of Ireland, without regard to the conflict of laws and the United Nations Convention on the International Sale of Goods, will apply to all matters relating to the use of this website.',
    { law: 'IE' },
  ],
  ['You agree that Irish law governs this Agreement.', { law: 'IE' }],
  ['The governing law of these Terms shall be the substantive law of Gibraltar.', { law: 'GI' }],
  [
    'The governing law of these Terms is the law of Gibraltar and the Gibraltar court will have exclusive jurisdiction over appeals.',
    { law: 'GI' },
  ],
  ['The applicable law of this Agreement is Swiss law.', { law: 'CH' }],
  // The law of a state within that of its federation.
  [
    'These Terms shall be governed by and construed in accordance with the internal laws of the United States and the State of Ohio.',
    { law: 'US-OH' },
  ],
  [
    'This Agreement is governed by the laws of the Province of Ontario and the federal laws of Canada applicable therein.',
    { law: 'CA-ON' },
  ],
  [
    'These Terms are governed by the laws of British Columbia, Canada, and the laws of Canada applicable in that province, without regard to conflicts of laws principles.',
    { law: 'CA-BC' },
  ],
  [
    'The agreement that is constituted by your acceptance of these Terms, the licence of the interface and the licence of the protocol, and any dispute or claim arising out of or in connection with the subject matter or formation of it, shall be governed by the law of the British Virgin Islands.',
    { law: 'VG' },
  ],
];

for (const [text, outcome] of cases) test(text, () => assert.equal(inTerms(governingLaw, text), outcome));

test.run();
