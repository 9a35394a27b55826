// rule: an altered file is read in full or refused with a reason, also tests/process/fuzz/files.test.ts
import { test } from 'uvu';
import { feedsInput } from './feeds.ts';
import { fuzz } from './fuzz-input.ts';

test('fuzz: an altered file is read in full or refused with a reason', () => fuzz(feedsInput));

test.run();
