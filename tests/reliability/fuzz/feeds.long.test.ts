import { test } from 'uvu';
import { feedsDoor } from './feeds.ts';
import { fuzz } from './run-door.ts';

test('fuzz: an altered file is read in full or refused with a reason', () => fuzz(feedsDoor));

test.run();
