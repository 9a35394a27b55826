import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine } from '../../process/process-start.ts';
import { parentOfHost } from './owner-file.ts';

/**
 * Describes the other process that has the tables open, or the one that it works for; null when there is none. The engine
 * writes its process id to the file `status` beside its data and keeps that file locked, but its error message does not
 * include it.
 */
export const otherOwner = (dataDirectory: string): string | null => {
  const status = readText(join(dataDirectory, 'status'));
  const pid = Number(/^PID: (\d+)$/m.exec(status)?.[1] ?? 0);
  if (pid === 0 || pid === process.pid || !isAlive(pid)) return null;
  const started = /^Started at: (.+)$/m.exec(status)?.[1] ?? 'an unknown time';
  const owner = parentOfHost(dirname(dataDirectory), pid) ?? pid;
  const command = commandLine(owner);
  return `process ${owner}${command === '' ? '' : ` (${command})`}, since ${started}`;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
