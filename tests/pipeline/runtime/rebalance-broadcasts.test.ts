import { suite } from 'uvu';
import {
  attributeMoves,
  attributeStories,
  attributeWords,
  declareMoves,
  declareStories,
  declareWords,
  intakeMoves,
  screenMoves,
  screenStories,
  screenWords,
} from './rebalance-properties.ts';

const test = suite('broadcast folds whose partitions move');

test('screen: the same matches in the end, whatever happens', () => screenMoves(2));
test('screen: the same words, when partitions are handed over in order', () => screenWords(2));
test('attribute: the same matches in the end, whatever happens', () => attributeMoves(2));
test('attribute: the same words, when partitions are handed over in order', () => attributeWords(2));
test('declare: the same facts in the end, whatever happens', () => declareMoves(2));
test('declare: the same words, when partitions are handed over in order', () => declareWords(2));
test('screen: every output in its order, and no other, whenever a host dies', () => screenStories(2));
test('attribute: every output in its order, and no other, whenever a host dies', () => attributeStories(2));
test('declare: every output in its order, and no other, whenever a host dies', () => declareStories(2));
test('intake: the same commands', () => intakeMoves(2));

test.run();
