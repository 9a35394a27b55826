import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../infra/disk/package-root.ts';

/** Name and version of this build, and the commit that it was built from; null where it was built outside of a repository. */
export function version(): { readonly name: string; readonly version: string; readonly commit: string | null } {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return { name: manifest.name, version: manifest.version, commit: builtFrom() };
}

/** Written by `tools/bundle.mjs`. */
function builtFrom(): string | null {
  const file = join(packageRoot(), 'dist/program/commit');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** The User-Agent of requests for documents: sites can reach who runs it. */
export const documentsAgent = (contact: string): string => `Attestry/${version().version} (+${contact})`;

/** The User-Agent of outbound requests. */
export const userAgent = (): string => `attestry/${version().version}`;
