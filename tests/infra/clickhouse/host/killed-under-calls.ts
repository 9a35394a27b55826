/** A process of the tables is killed while reads and inserts run. */
import * as assert from 'uvu/assert';
import type { HostedTables } from '../../../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { ownerOf } from '../../../support/tables-owner.ts';

const calls = 20;

export const failureIn = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => null).catch((error: unknown) => error);

export const createKeptTable = ({ jobs }: HostedTables): Promise<void> =>
  jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');

/** Inserts a row, again after each error that may pass. */
async function add({ sink }: HostedTables, id: string): Promise<void> {
  const insert = (): Promise<void> => sink.insert('attestry.kept', ['id'], Buffer.from(`${JSON.stringify([id])}\n`));
  for (let error = await failureIn(insert()); error !== null; error = await failureIn(insert())) {
    assert.instance(error, RetryableError);
  }
}

/** Fails unless the next process answers every read and gets every insert, and one death is counted. */
export async function killUnderCalls(tables: HostedTables, directory: string, signal: NodeJS.Signals): Promise<void> {
  const deaths = (): number => tables.figures().tables.deaths.get('ended') ?? 0;
  const before = deaths();
  const { pid } = ownerOf(directory);
  const inserts = Array.from({ length: calls }, (_, index) => add(tables, `${signal} ${index}`));
  const reads = Array.from({ length: calls }, () => tables.api.query('SELECT sleep(0.02) AS s'));
  process.kill(pid, signal);
  for (const rows of await Promise.all(reads)) assert.equal(rows, [{ s: 0 }]);
  await Promise.all(inserts);
  assert.equal(await tables.api.query('SELECT count() AS n FROM attestry.kept FINAL'), [{ n: String(calls) }]);
  assert.is(deaths(), before + 1);
  assert.is.not(ownerOf(directory).pid, pid);
  assert.is(tables.finding(), null);
}
