import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName } from '../../infra/clickhouse/owner/engine-name.ts';

/** The process that has an engine of a directory open, and the one that it works for. */
export const ownerOf = (
  directory: string,
  engine: EngineName = 'tables',
): { readonly pid: number; readonly parent: { readonly pid: number } } =>
  JSON.parse(readFileSync(join(directory, `${engine}.pid`), 'utf8')) as {
    readonly pid: number;
    readonly parent: { readonly pid: number };
  };
