import { readFile } from 'node:fs/promises';
import { packageFile } from '../../../infra/disk/package-file.ts';
import { encodeOnce, type ContentCoding } from '../../route/http/encoded-bytes.ts';
import { pageStyle, startScript } from './page-files.ts';

export interface DocsFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** For text files. */
  readonly encoded?: (coding: ContentCoding) => Promise<Buffer>;
}

/** Files that the documentation page loads: media type by name. */
const types = {
  'page.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;

export type DocsFileName = keyof typeof types;
export const docsFileNames = Object.keys(types) as readonly DocsFileName[];

/** Reads each file of the page once. Those of Swagger UI are in its package. */
export function createDocsFiles(): (name: DocsFileName) => Promise<DocsFile> {
  const cached = new Map<DocsFileName, Promise<DocsFile>>();
  return (name) => {
    const file = cached.get(name) ?? read(name);
    cached.set(name, file);
    return file;
  };
}

/** Files that are not of the package. */
const ours: Partial<Readonly<Record<DocsFileName, string>>> = { 'page.css': pageStyle, 'start.js': startScript };

async function read(name: DocsFileName): Promise<DocsFile> {
  const own = ours[name];
  const bytes = own === undefined ? await readFile(packageFile(`swagger-ui-dist/${name}`)) : Buffer.from(own);
  const type = types[name];
  return type.startsWith('text/') ? { type, bytes, encoded: encodeOnce(bytes) } : { type, bytes };
}
