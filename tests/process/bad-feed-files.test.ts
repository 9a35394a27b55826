/** Files of a feed that are cut off, of another kind, of an earlier day, or much shorter than the last one. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fixturePath } from '../support/fixture-path.ts';
import { logEnds } from '../support/raw-log.ts';
import type { Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { giveFile, grown } from './given-files.ts';

let shared: SharedService;
let sandbox: Sandbox;

const register29 = fixturePath('esma-emtwp', 'EMTWP-20260129.csv');
const register30 = fixturePath('esma-emtwp', 'EMTWP-20260130.csv');
const register = readFileSync(register30);
const written = (name: string, bytes: string | Buffer): string => giveFile(sandbox, name, bytes);

const emtwp = (...files: readonly string[]): readonly string[] => [
  'feeds',
  'run',
  'esma-emtwp',
  ...files.flatMap((file) => ['--file', file]),
];

interface Run {
  readonly status: string;
  readonly reason: string | null;
  readonly forced: boolean;
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
}

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox } = shared);
  // Behind the register of the demo, which has more rows.
  await sandbox.json(...emtwp(register29), '--as-of', '2026-08-29', '--force');
  await sandbox.idle();
});
test.after(() => shared.release());

test('a broken feed file is rejected with a reason, and only the run is recorded', async () => {
  const text = register.toString('utf8');
  const lines = text.split('\n');
  const cases = [
    ['cut.csv', register.subarray(0, 6_000), /cut\.csv ends inside a quoted cell: the file is cut off\. Line \d+\./],
    ['page.csv', '<!DOCTYPE html><html><body>Moved</body></html>', /page\.csv is an HTML or XML page, not CSV\./],
    ['empty.csv', '', /empty\.csv is empty/],
    ['latin.csv', Buffer.from(text, 'latin1'), /latin\.csv is not UTF-8: byte 0x[0-9A-F]{2} at line \d+/],
    [
      'rows.csv',
      lines.slice(0, 20).join('\n'),
      /rows\.csv: Its rows fell from 31 to \d+ \(\d.*%\); at most 20 % is accepted/,
    ],
    [
      'column.csv',
      text.replace('wp_comments', 'wp_remarks'),
      /lacks the column wp_comments\. It has wp_remarks instead/,
    ],
  ] as const;
  const before = await logEnds(sandbox.directory);
  for (const [name, bytes, sentence] of cases) {
    const { code, stdout, stderr } = await sandbox.cli(
      ...emtwp(written(name, bytes)),
      '--as-of',
      '2026-08-30',
      '--json',
    );
    const run = JSON.parse(stdout) as Run;
    assert.equal([code, run.status], [1, 'rejected'], name);
    assert.match(run.reason ?? '', sentence);
    assert.match(stderr, sentence, 'people read the same sentence');
  }
  await sandbox.idle();
  // Keys are used meanwhile, which the accounts record.
  const topics = grown(before, await logEnds(sandbox.directory)).filter((topic) => !topic.startsWith('accounts.'));
  assert.equal(topics, ['feed.captures', 'feed.runs']);
});

test('as-of: going back and other bytes at the same moment exit 2 without a capture, equal bytes are unchanged', async () => {
  const before = await logEnds(sandbox.directory);
  const refused = [
    [[...emtwp(register29), '--as-of', '2026-08-28'], /lies before the last accepted run of esma-emtwp/],
    [[...emtwp(register30), '--as-of', '2026-08-29'], /other bytes as of 2026-08-29/],
    [[...emtwp(register30), '--as-of', '2999-01-01'], /--as-of lies in the future/],
    [[...emtwp(register30, register30), '--as-of', '2026-08-30'], /two files of one snapshot have the same name/],
    [['feeds', 'run', 'esma-emtwp', '--as-of', '2026-08-30'], /--as-of belongs to --file/],
    [['feeds', 'run', 'esma-emt', '--file', register30], /no feed "esma-emt"; there are esma-emtwp, .*ofac-addresses/],
  ] as const;
  for (const [command, sentence] of refused) {
    const { code, stderr } = await sandbox.cli(...command);
    assert.is(code, 2, `${command.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
  }
  assert.equal(grown(before, await logEnds(sandbox.directory)), []);
  const same = await sandbox.json<Run>(...emtwp(register29), '--as-of', '2026-08-29');
  assert.equal([same.status, same.rows, same.added], ['unchanged', 31, 0]);
});

test('--force passes the gates and the run records it; an unneeded --force leaves no mark', async () => {
  const short = written('short.csv', register.toString('utf8').split('\n').slice(0, 20).join('\n'));
  const refused = await sandbox.cli(...emtwp(short), '--as-of', '2026-08-31');
  assert.is(refused.code, 1);
  const forced = await sandbox.json<Run>(...emtwp(short), '--as-of', '2026-08-31', '--force');
  assert.equal([forced.status, forced.forced, forced.reason], ['accepted', true, null]);
  assert.ok(forced.rows < 31);
  const back = await sandbox.json<Run>(...emtwp(register30), '--as-of', '2026-09-01', '--force');
  assert.equal([back.status, back.forced, back.rows], ['accepted', false, 31]);
});

test.run();
