import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../../schemas/vocabulary.ts';

/** The result of the demo load, for the banner. Stored in the data directory, readable by its owner only. */
export interface DemoState {
  readonly key: string;
  readonly scopes: readonly Scope[];
  /** Address of a token to look up. */
  readonly address: string;
  /** Newest detectedAt of the demo's changes, milliseconds. */
  readonly newestChangeAt: number;
  /** The key of the demo's operator. Absent where `attestry demo` loaded the data, and until `up --demo` made one. */
  readonly operatorKey?: string;
}

export const demoFileOf = (dataDir: string): string => join(dataDir, 'demo.json');

/** Null if there is no such file. */
export const readJson = <T>(file: string): T | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;

/** Replaces the file atomically, so a reader never sees half of it. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
