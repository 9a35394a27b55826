import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lineOf } from '../../../cli/doctor/check.ts';
import { coverageChecks } from '../../../cli/doctor/coverage-notes.ts';

const port = { name: 'port 8080', ok: false, found: 'taken', remedy: 'set ATTESTRY_HTTP_PORT to another port' };

test('a line has the remedy behind what was found, and none where nothing is to do', () => {
  assert.is(lineOf(port), 'FAIL port 8080: taken; set ATTESTRY_HTTP_PORT to another port');
  assert.is(lineOf({ ...port, ok: true, found: 'free', remedy: null }), 'ok   port 8080: free');
});

test('a note on coverage, whose texts are sentences, has one mark between them', () => {
  const reason = {
    part: 'sanctions',
    reason: 'feed_off',
    assets: 38,
    text: 'The service does not fetch OFAC SDN.',
    next: 'Add ofac-sdn to ATTESTRY_FEEDS and restart.',
  } as const;
  const [note] = coverageChecks({ assets: 38, full: 0, partial: 38, none: 0, reasons: [reason] });
  assert.ok(note !== undefined);
  assert.is(
    lineOf(note),
    'note coverage sanctions: 38 tokens: The service does not fetch OFAC SDN. Add ofac-sdn to ATTESTRY_FEEDS and restart.',
  );
});

test.run();
