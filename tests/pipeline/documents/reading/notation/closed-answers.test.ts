/** Answers of cells that hold from or until a day: none of them is an answer that is in force. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClosedAnswer, closedAnswer } from '../../../../../pipeline/documents/reading/notation/closed-answers.ts';

const test = suite('closed answers in force');

const cells: readonly (readonly [text: string, answer: ClosedAnswer | null])[] = [
  ['Yes, from 1 January 2030', null],
  ['Yes (as of 2030-01-01)', null],
  ['Yes, effective 1 January 2030.', null],
  ['Yes, starting in March 2030', null],
  ['Yes, until 31 December 2025', null],
  ['No, until 2027', null],
  ['No longer', null],
  ['True (previously false)', null],
  ['None before the launch', null],
  ['No, only after the listing', null],
  ['Yes', 'yes'],
  ['No. The scheme of the bank ended in 2020 and holds until then.', 'no'],
  ['false', 'no'],
  ['Not applicable, as the offer ended before 2026', 'notApplicable'],
];
for (const [text, answer] of cells) {
  test(`an answer that holds from or until a day is none: ${text}`, () => {
    assert.is(closedAnswer(text), answer);
  });
}

test.run();
