import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countedVerdict, verdictOrder } from '../../../explorer/parts/verdict-states.ts';

test('a number of obligations reads as a phrase, one or several', () =>
  assert.equal(
    verdictOrder.map((verdict, index) => countedVerdict(verdict, index + 1).word),
    ['1 contradicted', '2 not evidenced', '3 with old evidence', '4 evidenced', '5 not checked', '6 not applicable'],
  ));

test.run();
