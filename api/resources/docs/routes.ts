import { encodeOnce } from '../../route/http/encoded-bytes.ts';
import type { ApiDependencies } from '../../route/dependencies.ts';
import { ApiError } from '../../errors.ts';
import { arrayOf, component, oneOf, term, text } from '../../../schemas/json-schema.ts';
import { describeVocabularies } from '../../../schemas/vocabularies.ts';
import { openApiDocument } from '../../openapi/document.ts';
import type { Answer } from '../../route/answer.ts';
import type { PathParameter } from '../../readmodel/input.ts';
import type { Route, ServiceRoute } from '../../route/route.ts';
import { createDocsFiles, docsFileNames } from './files.ts';

const fileParameter: PathParameter = {
  description: 'Name of the file',
  schema: oneOf(...docsFileNames),
  refusal: { code: 'not_found', message: 'Route not found' },
};

const termSchema = component('DescribedTerm', { term: text, meaning: text });

/** Files of the page change with a release only. The description itself is not cached. */
const cacheFor = { 'Cache-Control': 'public, max-age=3600' } as const;

/** The description of the API, and the files of the page that shows it: it works offline and requests nothing from other hosts. */
export function docsRoutes(
  { config }: Pick<ApiDependencies, 'config'>,
  allRoutes: () => readonly Route[],
): readonly ServiceRoute[] {
  const files = createDocsFiles();
  let description: Pick<Answer, 'bytes' | 'encoded'> | null = null;

  const openApi: ServiceRoute = {
    operationId: 'openApi',
    summary: 'The description of this API',
    description: 'OpenAPI 3.1 in JSON, made from the same declarations that requests and answers are checked with.',
    interface: 'service',
    method: 'GET',
    path: '/openapi.json',
    scopes: null,
    anyOrigin: true,
    responses: { 200: { description: 'The description', schema: { type: 'object' } } },
    examples: { description: { summary: 'This document', status: 200 } },
    errors: [],
    handle: () => {
      description ??= describe(Buffer.from(JSON.stringify(openApiDocument(allRoutes(), config))));
      return { status: 200, ...description };
    },
  };

  let vocabularies: Pick<Answer, 'bytes' | 'encoded'> | null = null;
  const vocabulariesRoute: ServiceRoute = {
    operationId: 'vocabularies',
    summary: 'The terms of this API and of the topics, with their meanings',
    description: `
Every public vocabulary with its terms, what each means, and the fields of topics that use it; and the fields that issuers
disclose, with their codes. It changes with a release alone. A later release may add terms: treat an unknown one as such.
`.trim(),
    interface: 'service',
    method: 'GET',
    path: '/vocabularies.json',
    scopes: null,
    responses: {
      200: {
        description: 'The vocabularies',
        schema: component('Vocabularies', {
          vocabularies: arrayOf(
            component('Vocabulary', { name: text, about: text, fields: arrayOf(text), terms: arrayOf(termSchema) }),
          ),
          disclosedFields: arrayOf(
            component('DisclosedField', {
              name: text,
              label: text,
              meaning: text,
              group: term('fieldGroup'),
              codes: arrayOf(termSchema),
            }),
          ),
        }),
        headers: ['Cache-Control'],
      },
    },
    examples: { vocabularies: { summary: 'All of them', status: 200 } },
    errors: [],
    handle: () => {
      vocabularies ??= describe(Buffer.from(JSON.stringify(describeVocabularies())));
      return { status: 200, ...vocabularies, headers: cacheFor };
    },
  };

  const docsFile: ServiceRoute = {
    operationId: 'docsFile',
    summary: 'A file of the documentation page',
    description: 'Styles and scripts of `/docs`, the page on which requests can be tried out, and nothing else.',
    interface: 'service',
    method: 'GET',
    path: '/docs/:file',
    scopes: null,
    params: { file: fileParameter },
    responses: {
      200: {
        description: 'The file',
        schema: null,
        texts: { 'text/css': {}, 'text/javascript': {} },
        headers: ['Cache-Control'],
      },
    },
    examples: { styles: { summary: 'Its styles', params: { file: 'swagger-ui.css' }, status: 200 } },
    errors: [],
    handle: async ({ params }) => {
      const name = docsFileNames.find((one) => one === params['file']);
      if (name === undefined) throw new ApiError('not_found', fileParameter.refusal.message);
      return { status: 200, ...(await files(name)), headers: cacheFor };
    },
  };

  return [openApi, vocabulariesRoute, docsFile];
}

const describe = (bytes: Buffer): Pick<Answer, 'bytes' | 'encoded'> => ({ bytes, encoded: encodeOnce(bytes) });
