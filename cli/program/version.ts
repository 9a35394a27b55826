import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../infra/disk/package-root.ts';

/** Name and version of this build. */
export function version(): { readonly name: string; readonly version: string } {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return { name: manifest.name, version: manifest.version };
}

/** The User-Agent of requests for documents: sites can reach who runs it. */
export const documentsAgent = (contact: string): string => `Attestry/${version().version} (+${contact})`;

/** The User-Agent of outbound requests. */
export const userAgent = (): string => `attestry/${version().version}`;
