/** Writes the OpenAPI description to a file, for tools that read files: `node --import tsx tests/support/write-openapi.ts FILE`. */
import { writeFileSync } from 'node:fs';
import { apiRoutes } from '../../api/app.ts';
import type { ApiDependencies } from '../../api/route/dependencies.ts';
import { openApiDocument } from '../../api/openapi/document.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file to write');
/** Declaring routes does not use any of their dependencies. */
const unused = {
  config: {},
  versions: { position: () => 0 },
  stopping: new AbortController().signal,
} as unknown as ApiDependencies;
const bases = { baseUrl: 'https://registry.attestry.test', explorerUrl: 'https://explorer.attestry.test' };
writeFileSync(file, JSON.stringify(openApiDocument(apiRoutes(unused), bases), null, 2));
