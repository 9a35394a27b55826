import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sizes and times of change of the files that a bundle was made of. */
type Inputs = Readonly<Record<string, readonly [bytes: number, changedMs: number]>>;

const fileOf = (bundle: string): string => `${bundle}.inputs.json`;

function stateOf(path: string): Inputs[string] {
  const { size, mtimeMs } = statSync(path);
  return [size, mtimeMs];
}

/** Whether the bundle exists, and none of the files that it was made of has changed since. */
export function isFresh(root: string, bundle: string): boolean {
  try {
    const inputs = JSON.parse(readFileSync(fileOf(bundle), 'utf8')) as Inputs;
    statSync(bundle);
    return Object.entries(inputs).every(([path, [bytes, changedMs]]) => {
      const [bytesNow, changedMsNow] = stateOf(join(root, path));
      return bytesNow === bytes && changedMsNow === changedMs;
    });
  } catch {
    return false;
  }
}

/** Forgets what a bundle was made of, before it is made again; returns the time of the file system, milliseconds. */
export function forgetInputs(bundle: string): number {
  writeFileSync(fileOf(bundle), '');
  return statSync(fileOf(bundle)).mtimeMs;
}

/**
 * Keeps the state of the files below the root that a bundle is made of, once it is written: a process that ends before leaves a
 * bundle that is not fresh. Keeps none if a file has changed since `begunMs`, when the bundler may have read its earlier text.
 */
export function keepInputs(root: string, bundle: string, paths: readonly string[], begunMs: number): void {
  const inputs: Inputs = Object.fromEntries(paths.map((path) => [path, stateOf(join(root, path))]));
  if (Object.values(inputs).some(([, changedMs]) => changedMs >= begunMs)) return;
  writeFileSync(fileOf(bundle), JSON.stringify(inputs));
}
