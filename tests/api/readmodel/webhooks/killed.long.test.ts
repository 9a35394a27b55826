// rule: W-02 W-01, also tests/api/readmodel/webhooks/deliver.test.ts
/** A real process that sends webhooks, killed between any two of its steps, and a receiver that keeps what came. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tablesOfTenant } from '../../../../api/readmodel/tables/tenant-tables.ts';
import { readDeliveries } from '../../../../api/readmodel/webhooks/queries.ts';
import { openTenantKeys } from '../../../../infra/tenant-keys/tenant-keys.ts';
import { createTenantTexts } from '../../../../infra/tenant-keys/tenant-texts.ts';
import { exited } from '../../../support/exited.ts';
import { loaderArguments, moduleUrl } from '../../../support/module-url.ts';
import { nowMs, until } from '../../../support/real-time.ts';
import { type Harness, openHarness } from '../../harness.ts';
import { change } from '../../records.ts';
import { addEndpoint, eventsOf, messagesBehind, secret, storedEndpoint, watcher } from './endpoints.ts';
import type { ParentAnswer, ParentQuestion } from './sender-process.ts';

/** Between which steps the process is killed. */
type Step = 'a query' | 'a request arrived' | 'a request was answered' | 'a report was sent' | 'the log has a report';

interface Kill {
  readonly step: Step;
  /** At the so many-th such step of the process. */
  readonly count: number;
  /** What the receiver answers meanwhile. */
  readonly status: number;
}

/** A process waits after an answer of 500, so each of these is killed at the report of it. */
const kills: readonly Kill[] = [
  { step: 'a query', count: 3, status: 200 },
  { step: 'a request arrived', count: 1, status: 200 },
  { step: 'a request was answered', count: 4, status: 200 },
  { step: 'a report was sent', count: 1, status: 200 },
  { step: 'the log has a report', count: 1, status: 200 },
  { step: 'a report was sent', count: 1, status: 500 },
  { step: 'the log has a report', count: 1, status: 500 },
];
/** Longer than the wait before the second try of a message; the clock of each process is that much further ahead. */
const nextClockMs = 6_000;
const changesEach = 3;

interface ReceivedEvent {
  readonly id: string;
  readonly body: string;
  readonly delivered: boolean;
}

test('W-02 W-01 killed with SIGKILL between any two steps: every message arrives, signed, twice only with the same id and body', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-keys-'));
  const api = await openHarness({ texts: createTenantTexts(openTenantKeys(directory), nowMs, async () => false) });
  const world = await openReceiver(api, directory);
  try {
    const { key, n } = await watcher(api);
    const endpointId = await addEndpoint(api, key, `http://${world.host}/hook`);
    const place = (await storedEndpoint(api, key, endpointId))?.cursor ?? '';
    const detect = (round: number): Promise<void> =>
      api.detect(...Array.from({ length: changesEach }, (_, index) => change(`killed ${round} ${index}`, n)));
    for (const [round, one] of kills.entries()) {
      await detect(round);
      await world.runUntilKilled(one);
    }
    await detect(kills.length);
    const expected = await messagesBehind(eventsOf(api), key.tenantId, place);
    assert.is(expected.size, 2 * changesEach * (kills.length + 1), 'each change, and its notification');
    const sender = world.start();
    const { length: before } = world.received;
    await until('the last delivery', async () => {
      const stored = await storedEndpoint(api, key, endpointId);
      const isBehind = stored?.failingSince !== null || stored.pending.length > 0;
      return !isBehind && new Set(world.deliveredIds()).size === expected.size;
    });
    await until('the tries in the tables', async () => {
      const kept = await readDeliveries(tablesOfTenant(api.dependencies.tables, key.tenantId), endpointId, {
        now: nowMs(),
        limit: 1_000,
      });
      const noted = kept.filter(({ outcome }) => outcome === 'delivered').map(({ messageId }) => messageId);
      return [...expected.keys()].every((id) => noted.includes(id));
    });
    sender.kill('SIGKILL');
    await exited(sender);
    assert.ok(world.received.length > before, 'the last process had something to send');
    assert.equal(new Set(world.deliveredIds()), new Set(expected.keys()), 'none lost, none invented');
    for (const { id, body } of world.received) assert.is(body, expected.get(id), id);
    assert.ok(world.received.length > expected.size, 'a killed process leaves messages that are sent again');
  } finally {
    await world.close();
    await api.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A receiver that verifies with the reference library, and the processes that send to it. */
async function openReceiver(api: Harness, keysDirectory: string) {
  const received: ReceivedEvent[] = [];
  let started = 0;
  let status = 200;
  let sender: ChildProcess | null = null;
  let atStep: (step: Step) => void = () => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      // Throws where the signature is not that of the body, which fails the file.
      new Webhook(secret).verify(body, request.headers as Readonly<Record<string, string>>);
      received.push({ id: String(request.headers['webhook-id']), body, delivered: status === 200 });
      atStep('a request arrived');
      response.writeHead(status).end(() => atStep('a request was answered'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const answer = async (asked: ParentQuestion): Promise<ParentAnswer | null> => {
    const { number, kind } = asked;
    if (kind === 'query') {
      atStep('a query');
      return { number, rows: await api.dependencies.tables.query(asked.sql, asked.parameters) };
    }
    atStep('a report was sent');
    // A process that is dead by now has not reached the log.
    if (sender === null) return null;
    await api.dependencies.commands.send([{ ...asked.command, at: api.dependencies.clock() }], null);
    atStep('the log has a report');
    return { number, rows: [] };
  };
  const start = (): ChildProcess => {
    const file = fileURLToPath(moduleUrl('tests/api/readmodel/webhooks/sender-process.ts'));
    started += 1;
    const child = fork(file, [host, keysDirectory, String(started * nextClockMs)], { execArgv: [...loaderArguments] });
    sender = child;
    child.on('message', (asked: ParentQuestion) => {
      answer(asked).then(
        (answered) => (answered === null || !child.connected ? undefined : child.send(answered, () => undefined)),
        (error: unknown) => assert.unreachable(String(error)),
      );
    });
    return child;
  };
  return {
    host,
    received,
    start,
    deliveredIds: () => received.filter(({ delivered }) => delivered).map(({ id }) => id),
    /** Runs a process up to a step, at which it is killed. */
    runUntilKilled: async (one: Kill): Promise<void> => {
      const child = start();
      let left = one.count;
      ({ status } = one);
      const reached = new Promise<void>((resolve) => {
        atStep = (step) => {
          if (step !== one.step) return;
          left -= 1;
          if (left > 0) return;
          atStep = () => undefined;
          sender = null;
          child.kill('SIGKILL');
          resolve();
        };
      });
      await reached;
      child.kill('SIGKILL');
      await exited(child);
      status = 200;
    },
    close: async () => {
      if (sender !== null) {
        sender.kill('SIGKILL');
        await exited(sender);
      }
      server.closeAllConnections();
      server.close();
    },
  };
}

test.run();
