// rule: a refused line is named, also tests/process/fuzz/files.test.ts
import { test } from 'uvu';
import { openImportsDoor } from './imports.ts';
import { fuzz } from './fuzz-door.ts';

test('fuzz: a refused line is named, and what is accepted can be folded', async () => fuzz(await openImportsDoor()));

test.run();
