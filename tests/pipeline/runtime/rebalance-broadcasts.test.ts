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

test('screen: the same matches in the end, whatever happens', () => screenMoves(5));
test('screen: the same words, when partitions are handed over in order', () => screenWords(4));
test('attribute: the same matches in the end, whatever happens', () => attributeMoves(5));
test('attribute: the same words, when partitions are handed over in order', () => attributeWords(4));
test('declare: the same facts in the end, whatever happens', () => declareMoves(5));
test('declare: the same words, when partitions are handed over in order', () => declareWords(4));
test('screen: every word in its order, and no other, whenever somebody dies', () => screenStories(4));
test('attribute: every word in its order, and no other, whenever somebody dies', () => attributeStories(4));
test('declare: every word in its order, and no other, whenever somebody dies', () => declareStories(4));
test('intake: the same commands', () => intakeMoves(5));

test.run();
