import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process that has the tables of a directory open, and the one that it works for. */
export const ownerOf = (directory: string): { readonly pid: number; readonly parent: { readonly pid: number } } =>
  JSON.parse(readFileSync(join(directory, 'tables.pid'), 'utf8')) as {
    readonly pid: number;
    readonly parent: { readonly pid: number };
  };
