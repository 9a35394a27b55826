/** Arbitration and courts of terms: what each sentence states, alone and beside others of its document. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { disputeResolution } from '../../../../../pipeline/documents/reading/rules/dispute-resolution.ts';
import { inTerms, type Outcome } from '../form-outcomes.ts';
import { statedIn } from '../stated-in.ts';

const test = suite('arbitration and courts of terms');

const mandatory = { code: 'arbitration_mandatory' };
const withWaiver = { code: 'arbitration_mandatory_class_waiver' };
const courts = { code: 'courts_other' };

const cases: readonly (readonly [text: string, outcome: Outcome])[] = [
  // The holder chooses, a condition binds, others are meant, a court decides as well.
  ['If you live in Ireland, any dispute shall be settled by arbitration in Dublin.', 'left'],
  ['Any dispute shall not be submitted to binding arbitration.', undefined],
  ['Either party may submit the dispute to binding arbitration.', undefined],
  ['Any dispute shall be settled by arbitration, unless you are a consumer.', 'left'],
  ['Any dispute shall be settled by arbitration, except for disputes of consumers.', 'left'],
  ['If the parties agree, any dispute shall be submitted to binding arbitration.', 'left'],
  ['The fees shall be determined by arbitration between the banks.', undefined],
  ['These Terms contain an arbitration provision and a class action waiver.', undefined],
  ['Any claim that is not a dispute of consumers shall be settled by arbitration.', 'left'],
  ['These Terms may require arbitration on an individual basis, rather than class actions.', 'left'],
  ['Any dispute shall be settled by the County Court of the place where the consumer lives.', undefined],
  ['Any dispute shall be settled by your local District Court in Ireland.', undefined],
  ['The exclusive place of jurisdiction shall be the domicile of the consumer.', undefined],
  ['The exclusive place of jurisdiction for traders is Zug.', undefined],
  ['The exclusive place of jurisdiction for all disputes with merchants is Zug.', undefined],
  ['These Terms are subject to the exclusive jurisdiction of the Irish courts, unless you are a consumer.', 'left'],
  ['You agree to submit all disputes to the jurisdiction of the courts of your country.', 'left'],
  // Arbitration: verbs, rules and what is tried before.
  [
    'Any dispute shall be settled by arbitration in accordance with the Swiss Rules in force on the date when the notice is submitted.',
    mandatory,
  ],
  ['If unresolved, disputes shall be settled by binding arbitration under the rules of the centre.', mandatory],
  [
    'If the parties have not agreed to a settlement within sixty (60) days, the Dispute shall be submitted to final, binding and confidential arbitration.',
    mandatory,
  ],
  [
    'Any claim or other acts for which you may contend that we are liable, including (but not limited to) any claim as to arbitrability, shall be referred to and finally resolved by arbitration in Singapore.',
    mandatory,
  ],
  [
    'All disputes shall be finally resolved by arbitration, except that a party may seek injunctive relief in court.',
    mandatory,
  ],
  [
    'Any Dispute will be resolved solely through individual arbitration, and will not be brought as a class action.',
    withWaiver,
  ],
  [
    'This Agreement contains an arbitration and class action waiver provision that requires arbitration on an individual basis, rather than jury trials or class actions.',
    withWaiver,
  ],
  ['Any Dispute that cannot be resolved through negotiations will be resolved through binding arbitration.', mandatory],
  // Courts by their place, and named courts.
  ['All claims shall be finally and exclusively settled in the courts of London.', courts],
  ['These Terms are governed by Irish law and subject to the exclusive jurisdiction of the Irish courts.', courts],
  ['These Terms are subject to the exclusive jurisdiction of the courts of the Isle of Man.', courts],
  ['You agree to irrevocably submit all disputes to the jurisdiction of the Hong Kong courts.', courts],
  ['The Gibraltar courts shall have exclusive jurisdiction to settle any dispute.', courts],
  [
    'In case of failure to settle a dispute through negotiations, any disputes shall be settled by the Harju County Court in Estonia.',
    courts,
  ],
  ['The exclusive place of jurisdiction for all legal disputes shall be Zug, Switzerland.', courts],
];

for (const [text, outcome] of cases) test(text, () => assert.equal(inTerms(disputeResolution, text), outcome));

const arbitration = 'Any dispute shall be finally settled by binding arbitration in Singapore.';
const capacity =
  'You must bring any Dispute in your individual capacity and not as a plaintiff in any purported class action.';

test('a waiver of class actions in another sentence is part of the value', () => {
  const stated = (...texts: readonly string[]): unknown => statedIn('dispute_resolution', ...texts);
  assert.equal(stated(arbitration), mandatory);
  assert.equal(stated(arbitration, capacity), withWaiver);
  assert.equal(stated(arbitration, 'You give up your right to participate as a member of a class.'), withWaiver);
  assert.equal(
    stated(arbitration, 'Claims are arbitrated on an individual basis and not on a class basis.'),
    withWaiver,
  );
  // Who is bound by the waiver is open.
  assert.is(stated(arbitration, `If you live in the United States, you waive any class action.`), undefined);
  assert.is(stated(arbitration, 'A class action waiver is described in our policies.'), undefined);
});

test('a way out of arbitration leaves it open, one out of messages does not', () => {
  const stated = (...texts: readonly string[]): unknown => statedIn('dispute_resolution', ...texts);
  assert.is(stated(arbitration, capacity, 'You have the right to opt out within 30 days.'), undefined);
  assert.is(stated(arbitration, 'You may reject this agreement to arbitrate.'), undefined);
  assert.equal(stated(arbitration, 'You may opt out of marketing messages.'), mandatory);
});

test.run();
