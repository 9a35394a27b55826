import { suite } from 'uvu';
import {
  attributeRebalances,
  attributeStories,
  attributeOutputs,
  declareRebalances,
  declareStories,
  declareOutputs,
  intakeRebalances,
  screenRebalances,
  screenStories,
  screenOutputs,
} from './rebalance-properties.ts';

const test = suite('broadcast folds whose partitions move');

test('screen: the same matches in the end, whatever happens', () => screenRebalances(2));
test('screen: the same outputs, when partitions are handed over in order', () => screenOutputs(2));
test('attribute: the same matches in the end, whatever happens', () => attributeRebalances(2));
test('attribute: the same outputs, when partitions are handed over in order', () => attributeOutputs(2));
test('declare: the same facts in the end, whatever happens', () => declareRebalances(2));
test('declare: the same outputs, when partitions are handed over in order', () => declareOutputs(2));
test('screen: every output in its order, and no other, whenever a host dies', () => screenStories(2));
test('attribute: every output in its order, and no other, whenever a host dies', () => attributeStories(2));
test('declare: every output in its order, and no other, whenever a host dies', () => declareStories(2));
test('intake: the same commands', () => intakeRebalances(2));

test.run();
