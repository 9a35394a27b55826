// rule: G-23 R-20, also tests/cli/accounts/refused-until.test.ts, tests/cli/service/tables/lacking-events.test.ts, tests/cli/service/workers/workers.test.ts
/** Killed while its threads start: what was acknowledged is in the first answer, and a write is refused or carried out. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePorts } from '../../tools/local/processes.ts';
import { createSandbox, type Ready } from '../support/service.ts';
import { testId } from '../support/demo-world.ts';
import { assertNothingLost, createReader, declareAssets, writeObservations } from './observed-assets.ts';
import { pause } from '../support/real-time.ts';

const assets = 8;
const sandbox = createSandbox();
test.after(() => sandbox.destroy());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** One request; null while nothing listens. */
async function send(url: string, key: string, body: object | null): Promise<Answer | null> {
  try {
    const answer = await fetch(`${url}/me/watchlist`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  } catch {
    return null;
  }
}

/** Repeats a request from the start of the service on, until it is carried out; all answers, the last one last. */
async function untilCarriedOut(url: string, key: string, body: object | null): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.at(-1) === undefined || (answers.at(-1)?.status ?? 0) >= 500) {
    const answer = await send(url, key, body);
    if (answer === null) await pause(5);
    else answers.push(answer);
  }
  return answers;
}

test('G-23 R-20 killed again before its threads run: each first answer has what was acknowledged, and nothing is lost', async () => {
  const [port = 0] = await freePorts(1);
  const env = { ATTESTRY_HTTP_PORT: String(port) };
  const url = `http://127.0.0.1:${port}`;
  await sandbox.up({ env });
  await declareAssets(sandbox, { assets });
  const key = await createReader(sandbox, 'monitoring:read,watchlist:write');
  await sandbox.json('observe', writeObservations(sandbox, { assets, count: 400 }));
  await sandbox.killAll();
  const acknowledged: string[] = [];
  for (let round = 0; round < assets - 1; round += 1) {
    const assetId = testId(`asset-${round}`);
    const starting: Promise<Ready | null> = sandbox.up({ env }).catch(() => null);
    const write = untilCarriedOut(url, key, { assetId });
    const read = (await untilCarriedOut(url, key, null)).at(-1);
    assert.is(read?.status, 200);
    for (const id of acknowledged) assert.ok(read?.text.includes(id), `round ${round} lacks an acknowledged write`);
    const answers = await write;
    for (const { status, retryAfter } of answers.slice(0, -1)) assert.equal([status, retryAfter], [503, '1']);
    assert.is(answers.at(-1)?.status, 201);
    acknowledged.push(assetId);
    // The last threads start meanwhile.
    await sandbox.killAll();
    await starting;
  }
  const service = await sandbox.up({ env });
  await assertNothingLost(sandbox);
  const list = await send(url, key, null);
  for (const id of acknowledged) assert.ok(list?.text.includes(id), id);
  await service.end('SIGTERM');
});

test.run();
