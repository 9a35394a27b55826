/** When changed terms come into force, and what leaves it open. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { amendmentNotice } from '../../../../../pipeline/documents/reading/rules/amendment-notice.ts';
import { amendmentPower } from '../../../../../pipeline/documents/reading/rules/amendment-power.ts';
import { inTerms, type Outcome } from '../form-outcomes.ts';
import { statedIn } from '../stated-in.ts';

const test = suite('when changed terms come into force');

const days = (count: string): Outcome => ({ days: count, count: 'calendar' });

const cases: readonly (readonly [text: string, outcome: Outcome])[] = [
  // Something else changes, another condition binds, or a part of the terms alone.
  ['Changes to our fees will be effective 30 days after posting.', undefined],
  ['Any changes to these Terms and our fees will be effective 30 days after posting.', 'left'],
  ['Changes to the arbitration agreement will be effective 30 days after posting.', undefined],
  ['Changes to these Terms will be effective 30 days after posting, except for new features.', 'left'],
  ['Changes to these Terms will be effective 30 days after you accept them.', undefined],
  ['Changes to these Terms will not be effective 30 days after posting.', undefined],
  ['Changes to these Terms will be effective thirty (31) days after posting.', 'left'],
  ['The updated policy will be effective 30 days after posting.', undefined],
  ['We may amend these Terms insofar as they relate to cards by giving two months’ notice.', 'left'],
  ['Changes to these Terms are effective immediately upon posting, if the law allows it.', 'left'],
  ['Changes to these Terms are effective upon posting within 14 days.', 'left'],
  ['Such changes will be effective upon posting.', undefined],
  // So many days.
  [
    'Any changes to this Agreement will be effective thirty (30) days after posting notice of such changes.',
    days('30'),
  ],
  ['Changes to these Terms will take effect no earlier than 14 days after publication on the site.', days('14')],
  ['The amended Terms shall come into force two months after the notice.', days('60')],
  ['The amended Terms become effective seven days following their publication.', days('7')],
  [
    'Changes to these Terms take effect ten (10) business days after we publish them.',
    { days: '10', count: 'business' },
  ],
  [
    'Any changes to the Agreement will be effective immediately for new users and will be effective thirty days after posting notice for existing users.',
    days('30'),
  ],
  // At once.
  ['Any amended Terms shall become effective immediately upon the publication of the Terms.', days('0')],
  ['All amendments, changes or updates to these Terms will become effective upon publication.', days('0')],
  ['We reserve the right to update these Terms at any time with immediate effect by publishing them.', days('0')],
  [
    'The Company may revise the Terms by posting them on its site; the revised Terms take effect when they are posted.',
    days('0'),
  ],
  // No day is stated: it is not known how long after the change it applies.
  ['These Terms may be amended, changed or updated by Example Ltd. at any time and without prior notice.', null],
];

for (const [text, outcome] of cases) test(text, () => assert.equal(inTerms(amendmentNotice, text), outcome));

test('changed terms do not hold at once beside a notice in advance', () => {
  const text = 'Any amended Terms shall become effective upon publication.';
  assert.equal(statedIn('amendment_notice', text), days('0'));
  assert.is(statedIn('amendment_notice', text, 'We will let you know about them in advance.'), undefined);
});

test('terms that change without notice apply at once where another sentence has it', () => {
  const without = 'These Terms may be changed at any time and without notice.';
  assert.is(statedIn('amendment_notice', without), null);
  const atOnce = 'The changed Terms become effective upon publication.';
  assert.equal(statedIn('amendment_notice', without, atOnce), days('0'));
});

test('the power to change terms without notice is stated of the issuer and in the passive', () => {
  const stated = (text: string): Outcome => inTerms(amendmentPower, text);
  const power = { code: 'no_notice' };
  assert.equal(stated('These Terms may be amended, changed or updated by Example Ltd. without prior notice.'), power);
  assert.equal(stated('This Agreement can be modified at any time without any notice.'), power);
  assert.is(stated('These Terms may not be amended without prior notice.'), undefined);
  assert.is(stated('The fees may be changed without notice.'), undefined);
  assert.is(stated('These Terms may be changed without notice, unless the law forbids it.'), 'left');
});

test.run();
