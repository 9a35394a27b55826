import type { HolderTable } from './holder-texts.ts';

export const redemptionHolders: HolderTable = {
  redemption_right: {
    subject: 'who can redeem tokens with the issuer, and when',
    weakens: 'Fewer holders can redeem with the issuer at par, or on more conditions than before.',
    strengthens: 'More holders can redeem with the issuer at par, or on fewer conditions than before.',
  },
  redemption_settlement_time: {
    subject: 'how long a redemption takes',
    weakens: 'A holder who asks for redemption waits longer for payment.',
    strengthens: 'A holder who asks for redemption waits less long for payment.',
    neutral: 'A holder who asks for redemption waits as long for payment as before.',
  },
  redemption_minimum: {
    subject: 'the smallest amount that can be redeemed',
    weakens: 'A holder needs a larger amount than before to redeem with the issuer.',
    strengthens: 'A holder can redeem a smaller amount with the issuer than before.',
    neutral: 'A holder needs the same amount as before to redeem with the issuer.',
  },
  redemption_fee: {
    subject: 'what a redemption costs',
    weakens: 'A holder who redeems gets less back: the fee is higher than before.',
    strengthens: 'A holder who redeems gets more back: the fee is lower than before.',
    neutral: 'A holder who redeems pays the same fee as before.',
  },
  redemption_suspension_grounds: {
    subject: 'when the issuer can stop redemption',
    weakens: 'The issuer can stop redemption in more cases than before.',
    strengthens: 'The issuer can stop redemption in fewer cases than before.',
    mixed: 'The issuer can stop redemption in other cases than before.',
  },
  redemption_form: {
    subject: 'in what a redemption is paid',
    weakens: 'A holder who redeems is no longer paid in a form that was offered before.',
    strengthens: 'A holder who redeems can be paid in more forms than before.',
    mixed: 'A holder who redeems is paid in other forms than before.',
  },
};
