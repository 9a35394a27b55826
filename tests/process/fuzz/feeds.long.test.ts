// rule: an altered file is read in full or refused with a reason, also tests/process/fuzz/files.test.ts
import { test } from 'uvu';
import { feedsDoor } from './feeds.ts';
import { fuzz } from './fuzz-door.ts';

test('fuzz: an altered file is read in full or refused with a reason', () => fuzz(feedsDoor));

test.run();
