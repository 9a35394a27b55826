// rule: a refused line is named, also tests/process/fuzz/files.test.ts
import { test } from 'uvu';
import { openImportsInput } from './imports.ts';
import { fuzz } from './fuzz-input.ts';

test('fuzz: a refused line is named, and what is accepted can be folded', async () => fuzz(await openImportsInput()));

test.run();
