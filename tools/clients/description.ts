import { apiRoutes } from '../../api/app.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import type { ApiDependencies } from '../../api/route/dependencies.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';

/** Declaring routes does not use any of their dependencies. */
const unused = {
  config: {},
  tables: {},
  versions: { position: () => 0 },
  stopping: new AbortController().signal,
} as unknown as ApiDependencies;

/** One host for both interfaces, as where no base is configured: a client names its own. */
const bases = { baseUrl: 'https://attestry.example', explorerUrl: 'https://attestry.example' };

/** The OpenAPI description as clients are generated from it, as text. */
export const description = (): string => `${JSON.stringify(openApiDocument(apiRoutes(unused), bases), null, 2)}\n`;

/** What a generated file states of the description that it was generated from. */
export const descriptionHash = (): string => `sha256:${sha256Hex(description())}`;
