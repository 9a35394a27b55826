import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tablesSocket } from '../../../cli/engine/open-engine.ts';
import { untilRefreshed } from '../../../cli/engine/until-refreshed.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { failureOf } from '../../support/failure-of.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-refreshed-'));
const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory });
test.after(() => rmSync(directory, { recursive: true, force: true }));

/** Statuses of the answers to refreshes, the last one again and again. */
let statuses: number[] = [];
let asked = 0;
const server = createServer((_, response) => {
  asked += 1;
  response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end('they are filled again\n');
});
test.before(() => new Promise<void>((resolve) => server.listen(tablesSocket(config), resolve)));
test.after(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** A clock that only the pauses move. */
function refreshed(deadline: number): Promise<void> {
  let now = 0;
  asked = 0;
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
  };
  return untilRefreshed(config, { deadline, clock: () => now, sleep });
}

test('caches are refreshed once the tables are repaired', async () => {
  statuses = [503, 503, 200];
  await refreshed(60_000);
  assert.is(asked, 3);
});

test('after the deadline the reason is thrown', async () => {
  statuses = [503];
  const error = await failureOf(refreshed(1_000));
  assert.instance(error, RetryableError);
  assert.match(error.message, 'they are filled again');
  assert.ok(asked > 1);
});

test('another refusal is not repeated', async () => {
  statuses = [500];
  assert.not.instance(await failureOf(refreshed(60_000)), RetryableError);
  assert.is(asked, 1);
});

test.run();
