// rule: every command of the pages runs as it is written, also tests/docs/marked-commands.test.ts, tests/docs/examples.test.ts
/** The pages followed word for word in a clean clone: a service from the README, and every block marked `offline`. */
import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bodiesOfSession } from './api-page.ts';
import { type CleanClone, cleanClone, type InForeground, typed } from './clean-clone.ts';
import { blocksMarked, followedPages } from './marked-commands.ts';
import { simpleCommands } from './simple-commands.ts';
import { textOf } from './tree.ts';

let clone: CleanClone;
let service: InForeground;

test.before(async () => {
  clone = await cleanClone();
  service = await typed(['npm', 'start'], clone);
});
test.after(() => clone.remove());

const pages = followedPages().filter((page) => !page.startsWith('docs/try-'));
/** Ends with a service of its own. */
const last = 'docs/for-engineers.md';

test('the packages take the space that the README states', () => {
  const [, stated = ''] = /packages take some ([\d.]+) GB/.exec(textOf('README.md')) ?? [];
  const [blocks = ''] = spawnSync('du', ['-sk', 'node_modules'], {
    cwd: clone.directory,
    encoding: 'utf8',
  }).stdout.split('\t');
  const gigabytes = (Number(blocks) * 1_024) / 1e9;
  assert.ok(Math.abs(gigabytes - Number(stated)) < 0.15 * Number(stated), `${gigabytes} GB`);
});

for (const page of pages.filter((one) => one !== last)) {
  test(`${page}: what is marked offline runs word for word`, async () => {
    const blocks = blocksMarked(page, 'offline', 'offline, reads').filter(({ language }) => language === 'sh');
    await bodiesOfSession(blocks, { ...clone, here: null });
  });
}

test('SIGTERM to npm ends the service that npm start has started', () => service.end());

test(`${last}: the checks pass, and the service starts, which SIGTERM to npx ends`, async () => {
  const [block, ...more] = blocksMarked(last, 'offline').filter(({ language }) => language === 'sh');
  assert.ok(block !== undefined && more.length === 0);
  const command = simpleCommands(block.body).at(-1) ?? [];
  const before = block.body.slice(0, block.body.lastIndexOf(command.join(' '))).replace(/&& $/, '');
  await bodiesOfSession([{ ...block, body: before }], { ...clone, here: null });
  await (await typed(command, clone)).end();
});

test.run();
