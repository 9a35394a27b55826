import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { logLevelOf } from '../../../cli/service/run-until-stopped.ts';
import { loadConfig } from '../../../infra/config/config.ts';

test('a command may have a log level of its own, which ATTESTRY_LOG_LEVEL overrides', () => {
  assert.is(logLevelOf(loadConfig({}), undefined), 'info');
  assert.is(logLevelOf(loadConfig({}), 'warn'), 'warn');
  assert.is(logLevelOf(loadConfig({ ATTESTRY_LOG_LEVEL: 'info' }), 'warn'), 'info');
  assert.is(logLevelOf(loadConfig({ ATTESTRY_LOG_LEVEL: '' }), 'warn'), 'warn');
});

test.run();
