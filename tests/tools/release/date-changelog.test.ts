import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { datedChangelog } from '../../../tools/release/date-changelog.ts';

test('the heading of a version gets its date, once', () => {
  const dated = datedChangelog('# Changelog\n\n## 0.1.0, not released yet\n\nText.\n', '0.1.0', '2026-12-01');
  assert.is(dated, '# Changelog\n\n## 0.1.0 – 2026-12-01\n\nText.\n');
  assert.throws(() => datedChangelog(dated, '0.1.0', '2026-12-02'), 'no heading "## 0.1.0, not released yet"');
  assert.throws(() => datedChangelog(dated, '0.2.0', '2026-12-02'), 'no heading "## 0.2.0, not released yet"');
});

test.run();
