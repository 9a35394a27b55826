import { defineRule, type Verdict } from '../../rule.ts';
import { isBlank } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  ended: 'The record states that the entity has ended or was merged into another.',
  endedHolders: 'By the record, the entity named for the token has ended or become part of another.',
  invalid: 'The record states that the LEI is annulled, cancelled or a duplicate.',
  invalidHolders: 'By the record, the LEI no longer identifies the entity named for the token.',
  lapsed: 'The LEI was not renewed by its renewal date.',
  lapsedHolders: 'What the record states about the entity was last confirmed before the renewal date.',
  renewed: 'The LEI was renewed after it had lapsed.',
  renewedHolders: 'What the record states about the entity is confirmed again.',
  valid: 'The record states the LEI as issued where it stated an ended, annulled or duplicate one.',
  validHolders: 'By the record, the LEI identifies the entity named for the token.',
  moved: 'The LEI is being moved, or was moved, between LEI issuers.',
  movedHolders: 'The record is kept by another LEI issuer; what it states about the entity is separate.',
};

type Outcome = 'ended' | 'invalid' | 'lapsed' | 'issued' | 'moved';

const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ['RETIRED', 'ended'],
  ['MERGED', 'ended'],
  ['ANNULLED', 'invalid'],
  ['DUPLICATE', 'invalid'],
  ['CANCELLED', 'invalid'],
  ['LAPSED', 'lapsed'],
  ['ISSUED', 'issued'],
  ['TRANSFERRED', 'moved'],
  ['PENDING_TRANSFER', 'moved'],
  ['PENDING_ARCHIVAL', 'moved'],
]);

/** GLEIF's registration status of an LEI. Unknown codes are left to the fallback. */
export const gleifRegistrationStatus = defineRule({
  id: 'gleif-registration-status',
  appliesTo: { comparison: 'register_column', meanings: ['lei_status'] },
  claim:
    'A lapsed LEI weakens transparency and its renewal strengthens it; an ended or merged entity is mixed for legal standing; an annulled, cancelled or duplicate LEI weakens legal standing.',
  texts,
  evaluate: ({ old, new: current }) => {
    if (isBlank(old) || isBlank(current)) return null;
    const before = outcomes.get(old?.text ?? '');
    const after = outcomes.get(current?.text ?? '');
    return before === undefined || after === undefined ? null : verdictOf(before, after);
  },
});

function verdictOf(before: Outcome, after: Outcome): Verdict {
  switch (after) {
    case 'ended':
      return { dimensions: all('mixed', 'legal_standing'), reason: texts.ended, holders: texts.endedHolders };
    case 'invalid':
      return { dimensions: all('weakens', 'legal_standing'), reason: texts.invalid, holders: texts.invalidHolders };
    case 'lapsed':
      return { dimensions: all('weakens', 'transparency'), reason: texts.lapsed, holders: texts.lapsedHolders };
    case 'moved':
      return { dimensions: all('neutral', 'transparency'), reason: texts.moved, holders: texts.movedHolders };
    case 'issued':
      if (before === 'lapsed') {
        return { dimensions: all('strengthens', 'transparency'), reason: texts.renewed, holders: texts.renewedHolders };
      }
      return before === 'ended' || before === 'invalid'
        ? { dimensions: all('strengthens', 'legal_standing'), reason: texts.valid, holders: texts.validHolders }
        : { dimensions: all('neutral', 'transparency'), reason: texts.moved, holders: texts.movedHolders };
  }
}
