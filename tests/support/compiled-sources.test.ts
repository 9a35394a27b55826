import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asModule } from './compiled-sources.ts';

/** As they are printed; written here, they would be replaced themselves. */
const place = (name: string): string => ['import', 'meta', name].join('.');
const loading = (path: string, before = ''): string => ['import', '(', before, JSON.stringify(path), ')'].join('');

const cases: readonly (readonly [printed: string, written: string])[] = [
  ['import { a } from "../b.ts";', 'import { a } from "../b.js";'],
  ['import {\n  a\n} from "./b.tsx";', 'import {\n  a\n} from "./b.js";'],
  ['import "./b.ts";\nexport * from "./c.ts";', 'import "./b.js";\nexport * from "./c.js";'],
  [`const b = await ${loading('./b.ts')};`, `const b = await ${loading('./b.js')};`],
  [loading('./b.ts', '\n  /* late */\n  '), loading('./b.js', '\n  /* late */\n  ')],
  ['import { test } from "uvu";', 'import { test } from "./reported-tests.js";'],
  [
    'import { test, suite } from "uvu";\nimport "uvu/assert";',
    'import { test, suite } from "./reported-tests.js";\nimport "uvu/assert";',
  ],
  [`const at = ${place('url')};`, 'const at = "file:///root/tests/support/a.test.ts";'],
  [
    `const at = [${place('dirname')}, ${place('filename')}];`,
    'const at = ["/root/tests/support", "/root/tests/support/a.test.ts"];',
  ],
];
const kept = [
  'import { a } from "./b.json";',
  'import { a } from "typescript";',
  "const text = `import { a } from './b.ts';`;",
  `const name = "${place('url')}";`,
];

for (const [printed, written] of [...cases, ...kept.map((text) => [text, text] as const)]) {
  test(`is compiled to ${written.replaceAll('\n', ' ')}`, () => {
    assert.is(asModule(printed, '/root/tests/support/a.test.ts', '/root'), written);
  });
}

test('a module that finds others beside itself keeps the place of its compiled form', () => {
  const text = `const at = ${place('url')};`;
  assert.is(asModule(text, '/root/tests/support/module-url.ts', '/root'), text);
});

test.run();
