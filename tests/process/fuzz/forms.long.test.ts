// rule: a form is shown again, refused or done, also tests/process/fuzz/forms.test.ts
import { test } from 'uvu';
import { openFormsInput } from './forms.ts';
import { fuzz } from './fuzz-input.ts';

test('fuzz: a form is shown again, refused or done, and none is a 500', async () => {
  const forms = await openFormsInput();
  try {
    await fuzz(forms);
  } finally {
    await forms.close();
  }
});

test.run();
