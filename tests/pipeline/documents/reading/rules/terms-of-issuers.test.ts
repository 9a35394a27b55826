/** Law, courts, notice and redemption as issuers of tokens, funds, metals and bonds word them, and what states none of it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statedIn } from '../stated-in.ts';

const test = suite('terms of issuers');

const courts = { code: 'courts_other' };
const arbitration = { code: 'arbitration_mandatory' };
const calendar = (days: string): unknown => ({ days, count: 'calendar' });

/** Sentences by field; undefined where none may be stated. */
const tables: Readonly<Record<string, readonly (readonly [text: string, value?: unknown])[]>> = {
  governing_law: [
    ['The law of the customer applies.'],
    ['The law of France applies to the custody account.'],
    ['French law applies, unless the holder is a consumer.'],
    ['All relations between the custodian and the issuer are governed by French law.'],
    ['The federal laws of Germany apply to advertising.'],
    ['The law of the Federal Republic of Germany applies, excluding the UN Sales Convention.', { law: 'DE' }],
    ['French law applies to the exclusion of its rules on conflicts of laws.', { law: 'FR' }],
    ['All legal relationships between the client and the Issuer are governed by French law.', { law: 'FR' }],
    ['These Terms are governed by substantive French law.', { law: 'FR' }],
    ['These Terms are governed by French substantive law.', { law: 'FR' }],
    ['These Terms are governed by French or German substantive law.'],
    ['The form of the tokenised bonds is governed exclusively by German law.', { law: 'DE' }],
    ['Are these Terms governed by the laws of France?'],
    ['These Terms were governed by the laws of France.'],
    ['Previously, this Agreement was governed by the laws of France.'],
    ['These Terms could be governed by the laws of France.'],
    ['For example, these Terms are governed by the laws of France.'],
    ['The custodian agreement is governed by the laws of France.'],
    ['The Custody Terms are governed by the laws of France.'],
    ['This Data Processing Agreement is governed by the laws of France.'],
    ['These payment terms are governed by the laws of France.'],
    ['The notes of other issuers are governed by the laws of France.'],
    ['The Notes are not governed by the laws of France.'],
    ['The Notes are governed by the laws of France, except for condition 9.'],
    ['The Notes are governed by the laws of France and Germany.'],
    ['The governing law is that of France or Germany.'],
    ['The governing law is France or Germany.'],
    ['Security over the tokens is governed by the laws of France.'],
    ['The governing law of the custody account is the law of France.'],
    [
      'The Notes and any non-contractual obligations arising out of them shall be governed by, and construed in accordance with, German law.',
      { law: 'DE' },
    ],
    ['The Indenture and the Notes shall be governed by the laws of the State of New York.', { law: 'US-NY' }],
    ['The Conditions are subject to and governed by the laws of Liechtenstein.', { law: 'LI' }],
    ['This Agreement, and any claim connected with it, is subject to English law.', { law: 'GB-EAW' }],
    ['These Goldcoin Terms are governed by the laws of Ireland.', { law: 'IE' }],
    [
      'All matters relating to your access to or use of the Services shall be governed by the laws of the State of Ohio.',
      { law: 'US-OH' },
    ],
    [
      'These Terms are governed by the laws of Ireland, without giving effect to any principle that would require the application of the law of another state.',
      { law: 'IE' },
    ],
    ['The governing law shall be the laws of France.', { law: 'FR' }],
    [
      'The Offering Memorandum and the rights of holders of Participating Shares are governed by the laws of Ireland.',
      { law: 'IE' },
    ],
  ],
  dispute_resolution: [
    ['Disputes about the trademark shall be brought before the courts of Paris.'],
    ['Any dispute over fees of partners shall be finally settled by arbitration.'],
    ['Any claim concerning a patent is subject to the exclusive jurisdiction of the Tokyo District Court.'],
    ['Disputes that are brought before the courts of Paris by suppliers end there.'],
    ['Any dispute falls within the jurisdiction of the courts of Paris.'],
    ['Disputes are resolved by the courts of the place where you live.'],
    ['Any dispute falls within the exclusive jurisdiction of the courts of your country.'],
    ['Disputes are resolved by the courts of France.', courts],
    [
      'Any dispute relating to their performance falls within the exclusive jurisdiction of the courts of Paris.',
      courts,
    ],
    ['All disputes are finally settled by arbitration.', arbitration],
    ['Place of jurisdiction for all disputes is, to the extent permitted by law, Hamburg.', courts],
    ['The parties submit to the exclusive jurisdiction of the Hong Kong courts.', courts],
    ['You attorn to the exclusive jurisdiction of the courts of the Province of Ontario.', courts],
    [
      'All disputes shall be subject to the exclusive agreed jurisdiction of the Tokyo District Court in the first instance.',
      courts,
    ],
    ['Will any dispute be finally settled by arbitration?'],
    ['All claims between our partners shall be finally settled by arbitration.'],
    ['Disputes between suppliers shall be settled by arbitration.'],
    ['Disputes could be submitted to the competent court in Amsterdam.'],
    ['Disputes will be submitted to the competent court at your place of residence.'],
    ['The place of jurisdiction is the domicile of the defendant.'],
    ['The place of jurisdiction is where the holder lives.'],
    ['The District Court of your residence shall have exclusive jurisdiction.'],
    ['Any dispute between you and us shall be finally settled by arbitration.', arbitration],
    [
      'All disputes shall be finally settled under the Rules of Arbitration of the Chamber by one or more arbitrators.',
      arbitration,
    ],
    ['Any dispute will be finally resolved in accordance with the Example Rules by a sole arbitrator.', arbitration],
    ['Disputes will be submitted to the competent court in Amsterdam.', courts],
    ['The place of jurisdiction is Zug, Switzerland.', courts],
    ['The District Court (Landgericht) in Frankfurt am Main shall have exclusive jurisdiction for any action.', courts],
    ['The Tokyo District Court shall be the court of exclusive jurisdiction in the first instance.', courts],
    ['This contract is signed in Malta and the Maltese courts have exclusive jurisdiction.', courts],
  ],
  amendment_notice: [
    ['Holders will be informed of changes to our fees one month before their entry into force.'],
    ['We may modify these Terms at any time, and fees take effect when posted.'],
    ['Partners will be informed of amendments one month before their entry into force.'],
    ['Clients inform us of amendments one month before their entry into force.'],
    ['We may modify these Terms, effective upon posting and after 30 days’ notice.'],
    ['When changing banks, the Company shall announce this on its website 14 days prior to the effective date.'],
    ['Unitholders will be informed of amendments one month before their entry into force.', calendar('30')],
    ['The Issuer informs holders of amendments at least four weeks before they enter into force.', calendar('28')],
    ['The Issuer informs holders of amendments at least four (5) weeks before they enter into force.'],
    ['Amendments to these Conditions are notified to holders at least 30 days in advance.', calendar('30')],
    [
      'When changing these Terms, the Company shall announce the change 14 days prior to the effective date.',
      calendar('14'),
    ],
    [
      'We will offer you changes to these Terms no later than two months before the proposed date of their entry into force.',
      calendar('60'),
    ],
    ['We may modify these Terms at any time in our sole discretion, effective upon posting.', calendar('0')],
    ['We reserve the right to change these Terms, and changes take effect when posted.', calendar('0')],
    ['The Foundation may amend these Terms at any time without prior notice.', null],
    ['Do we give you 30 days’ notice of changes to these Terms?'],
    ['You will notify us of any changes to your details at least 10 days before they take effect.'],
    ['You shall give us notice of changes at least 10 days before they take effect.'],
    ['Exchanges inform you of changes 10 days before they take effect.'],
    ['The custodian gives you notice of changes 10 days before they apply.'],
    ['The custodian gives us notice of changes 10 days before they apply.'],
    ['We might give you 30 days’ notice of changes to these Terms.'],
    ['You will receive 30 days’ notice of changes to our fees.'],
    ['You will receive 30 days’ notice of a change to these Terms only if it is material.'],
    ['We announce changes to our prices one month in advance.'],
    ['You will receive a minimum of 60 days’ notice of any change to these terms.', calendar('60')],
    ['We announce changes to these terms one month in advance.', calendar('30')],
    ['We will let you know about material changes by e-mail at least 15 days before they apply.', calendar('15')],
    [
      'Example gives notice of changes to the Terms fourteen (14) calendar days before they become effective.',
      calendar('14'),
    ],
    [
      'The Issuer may amend the Conditions provided that it gives the Noteholders not less than 45 days’ prior notice.',
      calendar('45'),
    ],
    ['We may amend these Terms by giving no fewer than five business days’ notice.', { days: '5', count: 'business' }],
  ],
  amendment_power: [
    ['You may amend these Terms without notice.'],
    ['The Foundation may amend its fees without notice.'],
    ['The Foundation may amend these Terms at any time without prior notice.', { code: 'no_notice' }],
    [
      'The Company reserves the right to amend these Terms of Service at any time without notice to you.',
      { code: 'no_notice' },
    ],
    ['The conditions may be amended without the consent of holders.'],
    ['The conditions of other notes may be amended by a resolution of the noteholders.'],
    ['The Conditions may not be amended by a resolution of the noteholders.'],
    ['The Conditions may be amended by a resolution of the directors.'],
    [
      'The Terms and Conditions may be amended by a resolution of the Noteholders passed with a majority.',
      { code: 'holder_consent' },
    ],
    ['The class rights may only be varied with the written consent of holders.', { code: 'holder_consent' }],
  ],
  redemption_minimum: [
    ['There is no minimum redemption of 100,000 USD.'],
    ['There is no minimum for large redemptions, and the minimum redemption is 100,000 USD.'],
    ['Redemptions are subject to a minimum of USD 5,000 for partners.'],
    [
      'There is no minimum for the purchase, and the minimum redemption is 100,000 USD.',
      { amount: '100000', currency: 'USD' },
    ],
    ['Redemptions are subject to a minimum of USD 5,000.', { amount: '5000', currency: 'USD' }],
  ],
  reserve_segregation: [
    ['The reserve assets are not segregated from the assets of the Licensee.'],
    ['The reserve assets are segregated from the assets of the partners.'],
    ['The reserve assets are segregated from the other assets of the Licensee.', { code: 'segregated_account' }],
  ],
  redemption_fee: [
    ['Redemptions are subject to a fee.'],
    ['Redemptions are subject to a fee of 0.10% of the account balance.'],
    ['Redemptions are subject to a fee of 0.10% of the amount redeemed if made early.'],
    ['We charge a fee of 0.25% for subscriptions.'],
    ['There are no fees for redemptions below USD 100.'],
    ['Redemptions are subject to a fee of 0.10% of the amount redeemed.', { bps: '10' }],
    ['Redemptions incur a fee of 0.1%.', { bps: '10' }],
    ['We charge a fee of 0.25% for redemptions.', { bps: '25' }],
    ['No fees are charged for redemption.', { bps: '0' }],
    ['Is a redemption fee of 2% charged?'],
    ['The redemption fee was 1%; the redemption fee is 2%.'],
    ['The bank charges a redemption fee of 2%.'],
    ['The manager of the underlying fund charges a redemption fee of 2%.'],
    ['Many issuers charge a redemption fee of 2%.'],
    ['The issuer could charge a redemption fee of 2%.'],
    ['We charge a fee of 0.10% of the amount that is paid in.'],
    ['The bank charges a fee of 0.10% of the redeemed amount.'],
    ['We charge a fee of 0.10% of the redeemed amount.', { bps: '10' }],
    ['A fee of 0.25 per cent is deducted from each redemption.', { bps: '25' }],
    ['No redemption charge is levied.', { bps: '0' }],
  ],
  redemption_settlement_time: [
    ['Holders receive the redemption amount within three business days where possible.'],
    ['Partners receive the redemption amount within three business days of the application.'],
    ['Holders may redeem tokens, and complaints are processed within one business day.'],
    [
      'Holders will receive the redemption amount within three business days of the application.',
      { days: '3', count: 'business' },
    ],
    [
      'Each holder is entitled to redeem, and valid requests are processed within one business day.',
      { days: '1', count: 'business' },
    ],
    ['Are redemptions settled within two business days?'],
    ['The bank pays the redemption amount no later than three business days after the request.'],
    ['The Issuer pays the redemption amount not later than three business days after the request, if banks are open.'],
    [
      'The Issuer pays the redemption amount no later than three (3) Business Days after the request.',
      { days: '3', count: 'business' },
    ],
  ],
  redemption_right: [
    ['The Issuer shall redeem tokens at par value upon request of the holder.'],
    ['The Issuer shall redeem tokens at any time and at par value upon request of the holder if it is verified.'],
    ['The Issuer shall redeem tokens at any time and at par value upon request of the bank.'],
    [
      'The Issuer shall redeem e-money tokens at any time and at par value upon request of the holder.',
      { code: 'any_holder_par_any_time' },
    ],
    ['Is every holder entitled at any time to redeem tokens at par?'],
    ['Every holder is entitled at any time to redeem tokens at par, subject to the fees.'],
    ['Every holder is entitled to redeem tokens at par.'],
    ['Customers who are verified may redeem tokens at par.'],
    ['Tokens are redeemed at the discretion of the exchange.'],
    [
      'Every holder of EURX is entitled at any time to have its tokens redeemed by the Issuer at par.',
      { code: 'any_holder_par_any_time' },
    ],
    [
      'Only customers who have completed onboarding may redeem EURX at a rate of one EURX for one euro.',
      { code: 'direct_customers_par' },
    ],
    ['Tokens may be redeemed at the sole discretion of the Issuer.', { code: 'issuer_discretion' }],
  ],
};

for (const [field, sentences] of Object.entries(tables))
  for (const [text, value] of sentences) test(`${field}: ${text}`, () => assert.equal(statedIn(field, text), value));

test('holders decide on changes only where the issuer makes none alone', () => {
  const consent = 'The Conditions may be amended by a resolution of the Noteholders.';
  const alone = 'The Issuer may correct errors without the consent of the Noteholders.';
  assert.equal(statedIn('amendment_power', consent), { code: 'holder_consent' });
  assert.is(statedIn('amendment_power', consent, alone), undefined);
});

test('a question above its answer takes nothing back', () => {
  const answer = 'These Terms are governed by the laws of France.';
  assert.equal(statedIn('governing_law', 'Are these Terms governed by the laws of Germany?', answer), { law: 'FR' });
});

test.run();
