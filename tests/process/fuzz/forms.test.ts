/** Kept large forms of the pages, and some generated ones. */
import { test } from 'uvu';
import { openFormsInput } from './forms.ts';
import { runKept, runSome } from './run-input.ts';

let forms: Awaited<ReturnType<typeof openFormsInput>>;

test.before(async () => {
  forms = await openFormsInput();
});
test.after(() => forms.close());

test('FD-13 forms: kept inputs', () => runKept(forms));
test('FD-13 forms: generated inputs', () => runSome(forms, 30));

test.run();
