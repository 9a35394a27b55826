/** A log whose oldest and newest records have pages of their own, and copies of it with damages. */
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { checkLog } from '../../../../infra/log/check/check-log.ts';
import type { Extent } from '../../../../infra/log/lmdb/extent.ts';
import type { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';

/** Texts of records that are longer than a page. */
export const [oldest, newest] = ['the-oldest-record-of-all', 'the-newest-record-of-all'];

export const damagedData =
  /^DamagedLogError: The log is damaged: log\/data\/data\.mdb cannot be read \(.+\)\. .*docs\/runbooks\/damaged-log\.md/;

export interface DamagedLogs {
  /** Directory of the log without damage. */
  readonly original: string;
  /** Writes the log without damage. */
  readonly write: () => Promise<void>;
  /** Damages a copy, given as the files of the data and of the accounts, and returns what the check finds there. */
  readonly findingOf: (extent: Extent, damage: (data: string, accounts: string) => void) => Promise<string>;
  /** Directory of the copy that was damaged last. */
  readonly lastCopy: () => string;
  readonly remove: () => void;
}

/** With the functions of the sources or those of the built program. */
export function createDamagedLogs(program: {
  readonly checkLog: typeof checkLog;
  readonly openEmbeddedEngine: typeof openEmbeddedEngine;
}): DamagedLogs {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-damaged-log-'));
  const original = join(directory, 'original');
  let copies = 0;
  const lastCopy = (): string => join(directory, String(copies));
  return {
    original,
    write: () => writeLog(program.openEmbeddedEngine({ directory: original, partitions: 1 })),
    findingOf: async (extent, damage) => {
      copies += 1;
      const copy = lastCopy();
      cpSync(original, copy, { recursive: true });
      damage(dataFile(copy, 'data'), dataFile(copy, 'accounts'));
      const message = await program.checkLog(copy, extent, new AbortController().signal).then(
        () => 'readable',
        (error: unknown) => String(error),
      );
      return message.replaceAll(`${copy}/`, '');
    },
    lastCopy,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const dataFile = (copy: string, folder: string): string => join(copy, 'log', folder, 'data.mdb');

async function writeLog({ log, close }: ReturnType<typeof openEmbeddedEngine>): Promise<void> {
  const record = (value: string) => ({
    topic: 'feed.runs' as const,
    key: 'k',
    value: Buffer.from(value),
    timestamp: 0,
  });
  await log.append([record(oldest.padEnd(20_000))]);
  for (let count = 0; count < 12; count += 1) {
    await log.append(Array.from({ length: 100 }, (_, index) => record(`${count}/${index}`.padEnd(200))));
  }
  await log.append([record(newest.padEnd(20_000))]);
  await close();
}

const pageBytes = 4_096;

/** Overwrites the page that has the text. */
export function damagePageWith(path: string, text: string): void {
  const at = readFileSync(path).indexOf(text);
  assert.ok(at > 0);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, Math.floor(at / pageBytes) * pageBytes);
  closeSync(file);
}
