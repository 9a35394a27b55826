/** Law, disputes and changes in terms: what they state in whole sentences, and what takes it back. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSentence } from '../../../../../pipeline/documents/reading/forms/read-form.ts';
import { plainForm } from '../../../../../pipeline/documents/reading/notation/words.ts';
import { fieldRules } from '../../../../../pipeline/documents/reading/rule-set.ts';
import { inCell, inTerms, type Outcome } from '../form-outcomes.ts';
import { statedIn } from '../stated-in.ts';

const test = suite('law, disputes and changes in terms');

const law = (tail: string): string => `These Terms are governed by the laws of Ireland${tail}.`;

const sentences: Readonly<Record<string, readonly (readonly [text: string, outcome: Outcome])[]>> = {
  governing_law: [
    [law(' without regard to any choice or conflict of laws rules'), { law: 'IE' }],
    [law(', without regard to its conflict of law provisions'), { law: 'IE' }],
    [law(' without giving effect to the principles of conflicts of laws thereof'), { law: 'IE' }],
    [law(', to the extent not preempted by federal law'), { law: 'IE' }],
    [law(' without regard to the rights of consumers'), 'left'],
    [law(', except for users in France'), 'left'],
    ['For federal government entities, these Terms are governed by the laws of Ireland.', undefined],
    ['The laws of Ireland, excluding its choice of law rules, govern these Terms.', { law: 'IE' }],
    ['The laws of the State of Ohio will govern all matters arising out of this Agreement.', { law: 'US-OH' }],
    ['The laws of Ireland or France govern these Terms.', undefined],
    ['Your use of the Service is governed by English law.', { law: 'GB-EAW' }],
    ['Ohio law governs these Terms except for its conflicts of laws principles.', { law: 'US-OH' }],
    ['The laws applicable to these Terms of Service shall be the laws of Switzerland.', { law: 'CH' }],
    [
      law(' without giving effect to any principles that may provide the application of the law of another state'),
      { law: 'IE' },
    ],
    [law(', and the proper venue for claims is where you live, if you are a consumer'), { law: 'IE' }],
    ['The law of the country where you reside will govern these Terms.', 'left'],
    ['These Terms are subject to the laws of Ireland.', { law: 'IE' }],
    ['This Agreement shall be subject to Swiss law.', { law: 'CH' }],
    ['This Agreement shall be subject to Swiss law, unless agreed otherwise.', 'left'],
    ['These Terms are subject to the laws of Ireland and France.', undefined],
    ['The applicable law of these Terms is the law of Ireland.', { law: 'IE' }],
    [law(' except for the UN Sales Convention'), { law: 'IE' }],
    ['This Arbitration Agreement is governed by the laws of Ireland.', undefined],
    [
      'This Agreement is governed by federal laws of the United States and the laws of the State of Ohio.',
      { law: 'US-OH' },
    ],
  ],
  dispute_resolution: [
    ['Any dispute under these Terms shall be finally settled by arbitration.', { code: 'arbitration_mandatory' }],
    ['Any claim shall be brought in the courts of Belgium.', { code: 'courts_other' }],
    ['Any claim shall be brought in the courts of Belgium or France.', { code: 'courts_other' }],
    ['Any claim shall not be brought in the courts of Belgium.', undefined],
    ['Any dispute may be finally settled by arbitration.', 'left'],
    ['Disputes will be resolved by binding arbitration, rather than in court.', { code: 'arbitration_mandatory' }],
    [
      'You and Example agree to the exclusive jurisdiction of the state and federal courts in Ohio.',
      { code: 'courts_other' },
    ],
    ['All disputes shall be exclusively settled at the Court of Rome.', { code: 'courts_other' }],
    ['All disputes shall be settled at the courts of Rome or those where you live.', 'left'],
    ['All disputes shall be settled by the competent courts of your country.', 'left'],
    [
      'You agree to resolve any Claim you have with us exclusively in a state court in San Mateo County, California.',
      { code: 'courts_other' },
    ],
    ['The Tokyo District Court shall have exclusive jurisdiction over all disputes.', { code: 'courts_other' }],
    ['Any claim will be settled by final and binding arbitration.', { code: 'arbitration_mandatory' }],
    [
      'All disputes will be resolved by binding arbitration and you waive your right to join a class action.',
      { code: 'arbitration_mandatory_class_waiver' },
    ],
    [
      'The courts located in the State of Ohio will have exclusive jurisdiction over any dispute.',
      { code: 'courts_other' },
    ],
    ['The courts in the state of your residence will have exclusive jurisdiction over any dispute.', 'left'],
    [
      'You agree to submit to the exclusive jurisdiction in the courts sitting in King County.',
      { code: 'courts_other' },
    ],
    ['You and we submit to the exclusive jurisdiction of the English courts.', { code: 'courts_other' }],
    ['German courts have exclusive jurisdiction.', { code: 'courts_other' }],
    ['Any dispute will be under the exclusive jurisdiction of the competent court in Rome.', { code: 'courts_other' }],
    [
      'If litigation becomes necessary, the Rome District Court shall be the exclusive court.',
      { code: 'courts_other' },
    ],
    ['Any claim you may have must be resolved exclusively by a court located in Ohio.', { code: 'courts_other' }],
    ['Injunctions shall be brought in the courts of Belgium.', undefined],
  ],
  amendment_notice: [
    [
      'We may change this Agreement by giving you at least two (2) months’ prior written notice.',
      { days: '60', count: 'calendar' },
    ],
    ['We may amend these Terms with forty-five (45) days’ notice.', { days: '45', count: 'calendar' }],
    ['We may amend these Terms with thirty (31) days’ notice.', 'left'],
    ['We may amend this Agreement to Arbitrate with thirty days’ notice.', undefined],
    ['We will provide you 30 days’ notice by posting the amended terms.', { days: '30', count: 'calendar' }],
    [
      'If we materially amend these Terms, we will give you at least seven (7) days notice before the changes take effect.',
      { days: '7', count: 'calendar' },
    ],
    [
      'We will notify you of material changes by email at least two months before they take effect.',
      { days: '60', count: 'calendar' },
    ],
    ['We will notify you of the closing of your account at least 30 days before it takes effect.', undefined],
    [
      'We will inform users of planned maintenance 7 days prior to the date on which the changes take effect.',
      undefined,
    ],
    ['We will notify you of changes to our fees at least 30 days before they take effect.', 'left'],
    ['We shall inform you about any update of the Privacy Policy 14 days before it becomes effective.', 'left'],
    [
      'We will notify you about amendments to the Service Terms 14 days before they become effective.',
      { days: '14', count: 'calendar' },
    ],
    ['We will notify you by means of a notice 14 days before they take effect.', { days: '14', count: 'calendar' }],
    ['If you agree, we will notify you of changes to these terms 10 days before they take effect.', 'left'],
    ['You have 30 days to accept changes of this agreement after our notice.', 'left'],
    [
      'Changes to the terms will be communicated to you at least thirty (30) days before the change takes effect.',
      { days: '30', count: 'calendar' },
    ],
    [
      'We will inform you about changes to these Terms no later than 30 days before the change takes effect.',
      { days: '30', count: 'calendar' },
    ],
    [
      "We will provide 90 days' advance notice for materially adverse changes to these Terms.",
      { days: '90', count: 'calendar' },
    ],
    ['Changes to our fees will be communicated at least 30 days before the change takes effect.', undefined],
    ['We may amend these Terms with up to two months’ notice.', 'left'],
    ['We may amend these Terms with two months’ notice, except for fees.', 'left'],
  ],
  redemption_minimum: [
    ...(
      [
        ["CHF 1'000", '1000', 'CHF'],
        ['CHF 1’000.50', '1000.5', 'CHF'],
        ['USD 1 million', '1000000', 'USD'],
        ['USD 100k', '100000', 'USD'],
        ['USD 1,000', '1000', 'USD'],
      ] as const
    ).map(([text, amount, currency]) => [`The minimum redemption amount is ${text}.`, { amount, currency }] as const),
    // A point before three digits, a raised mark, a second bound.
    ['The minimum redemption amount is EUR 1.000.', 'left'],
    ['The minimum redemption amount is USD 100^2.', 'left'],
    ['The minimum redemption amount is USD 100 to 500.', 'left'],
    ["The minimum redemption amount is CHF 1'00.", 'left'],
    ['The minimum redemption amount is EUR 250k.', { amount: '250000', currency: 'EUR' }],
    ['The minimum redemption amount is GBP 2.5 million.', { amount: '2500000', currency: 'GBP' }],
    ["The minimum redemption amount is CHF 12'345'678.", { amount: '12345678', currency: 'CHF' }],
    ['The minimum redemption amount is EUR 10.000.', 'left'],
    ['The minimum redemption amount is EUR 5^1.', 'left'],
  ],
  redemption_fee: [
    ['We charge a redemption fee of 0.25% on each request.', { bps: '25' }],
    ['We charge a redemption fee of 0.1% to 0.25% on each request.', 'left'],
    ['We charge a redemption fee of 0.25%, at least USD 50, on each request.', 'left'],
    ['From 1 January 2030 we charge a redemption fee of 0.25% on each request.', 'left'],
    ['Until 1 January 2026 we charge a redemption fee of 0.25% on each request.', 'left'],
    ['We no longer charge a redemption fee of 0.25% on each request.', 'left'],
    ['Effective 2031-05-01, we charge a redemption fee of 0.25% on each request.', 'left'],
    ['Starting in June 2031 we charge a redemption fee of 0.25% on each request.', 'left'],
    ['We charge a redemption fee of 0.25% on each request through 2025.', 'left'],
    ['We charge a redemption fee of 0.25%, capped at USD 50, on each request.', 'left'],
    ['We never charge a redemption fee of 0.25% on each request.', 'left'],
  ],
  amendment_power: [
    [
      'If we do this, you can terminate this Agreement without cost during the notice period.',
      { code: 'notice_with_exit' },
    ],
    ['If you do not agree to the changes, you may close your account free of charge.', { code: 'notice_with_exit' }],
    ['If we close the office, you may close your account free of charge.', undefined],
    ['You may close your account free of charge.', undefined],
  ],
};
for (const [field, cases] of Object.entries(sentences)) {
  const rules = fieldRules.find((one) => one.field === field);
  for (const [text, outcome] of cases)
    test(`${field}: ${text}`, () => assert.equal(rules && inTerms(rules, text), outcome));
}

test('a reason names the day from or until which a sentence holds, and a note at its number', () => {
  const sentences = fieldRules
    .filter(({ field }) => field === 'redemption_fee' || field === 'redemption_minimum')
    .flatMap((rules) => rules.sentences ?? []);
  const why = (text: string): unknown =>
    readSentence(sentences, { text, plain: plainForm(text), isWhole: true }).map(({ outcome }) => outcome);
  const fee = 'we charge a redemption fee of 0.25';
  for (const [text, reason] of [
    [`From 1 January 2030 ${fee}% on each request.`, 'it holds from 1 january 2030'],
    [`Until 1 January 2026 ${fee}% on each request.`, 'it holds until 1 january 2026'],
    ['The minimum redemption amount is USD 100^2.', 'a raised mark follows its number'],
  ] as const)
    assert.equal(why(text), [{ why: `it cannot be read since ${reason}` }], text);
});

test('a cell names a law by its country', () => {
  const rules = fieldRules.find(({ field }) => field === 'governing_law');
  for (const text of ['British Virgin Islands law.', 'Laws of the British Virgin Islands', 'British Virgin Islands'])
    assert.equal(rules && inCell(rules, text), { law: 'VG' }, text);
  assert.equal(rules && inCell(rules, 'British Virgin Islands law and Irish law.'), 'left');
});

test('beside arbitration, courts do not decide all disputes', () => {
  const courts = 'Any claim shall be brought in the courts of Belgium.';
  assert.equal(statedIn('dispute_resolution', courts), { code: 'courts_other' });
  assert.is(statedIn('dispute_resolution', courts, 'Small claims go to an arbitrator.'), undefined);
});

test('without notice is not all there is beside a notice', () => {
  const without = 'These terms may change at any time without notice.';
  assert.is(statedIn('amendment_notice', without), null);
  assert.is(statedIn('amendment_notice', without, 'We may revise the terms and will notify you.'), undefined);
});

test('a condition with a colon binds what is below it', () => {
  const condition = 'If you live in the United States the following applies:';
  assert.equal(statedIn('governing_law', 'What applies:', law('')), { law: 'IE' });
  assert.is(statedIn('governing_law', condition, law('')), undefined);
  assert.is(statedIn('governing_law', `${condition} ${law('')}`), undefined);
});

test.run();
