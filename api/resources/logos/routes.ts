import { imageTypeOf } from '../../../schemas/values/image-type.ts';
import type { ApiDependencies } from '../../route/dependencies.ts';
import { ApiError } from '../../errors.ts';
import { component, constant } from '../../../schemas/json-schema.ts';
import type { QueryParameter } from '../../readmodel/input.ts';
import type { ServiceRoute } from '../../route/route.ts';
import { getLogoDocs } from './docs.ts';
import { pathOfLogo } from './path.ts';

const signed = (description: string): QueryParameter => ({
  description,
  schema: { type: 'string', maxLength: 128 },
  expects: 'text',
  ignoreInvalid: true,
  ignoreRepeated: true,
});

const refusal = { message: 'Signed URL expired or invalid', error: 'Forbidden', statusCode: 403 } as const;

const notFound = 'Logo not found';

/** `GET /logos/{sha256}`: a stored logo, for clients with a URL that was signed within the last hour (A-25 … A-27). */
export function logoRoutes({
  logos,
  urlSigner,
  clock,
}: Pick<ApiDependencies, 'logos' | 'urlSigner' | 'clock'>): readonly ServiceRoute[] {
  const getLogo: ServiceRoute = {
    operationId: 'getLogo',
    summary: 'Get a logo by its signed URL',
    ...getLogoDocs,
    interface: 'service',
    method: 'GET',
    path: '/logos/:sha256',
    scopes: null,
    params: {
      sha256: {
        description: 'Hash of the bytes',
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        refusal: { code: 'not_found', message: notFound },
      },
    },
    query: {
      unknown: 'ignore',
      parameters: {
        exp: signed('When the URL dies, seconds since the epoch'),
        kid: signed('Key it was signed with'),
        sig: signed('Signature'),
      },
    },
    responses: {
      200: {
        description: 'The bytes, as they were given',
        schema: null,
        texts: { 'image/png': {}, 'image/jpeg': {}, 'image/gif': {}, 'image/webp': {} },
        headers: ['Cache-Control'],
      },
      403: {
        description: 'The signature is missing, wrong or expired: read the asset record again',
        schema: component('RefusedLogo', {
          message: constant(refusal.message),
          error: constant(refusal.error),
          statusCode: constant(refusal.statusCode),
        }),
      },
    },
    errors: ['not_found'],
    handle: async ({ params, query }) => {
      const sha256 = params['sha256'] ?? '';
      const given = { exp: query.one('exp'), kid: query.one('kid'), sig: query.one('sig') };
      const secondsLeft = urlSigner.secondsLeft(pathOfLogo(sha256), given, clock());
      if (secondsLeft === null) return { status: 403, json: refusal };
      const bytes = await logos.read(sha256);
      const type = bytes === null ? null : imageTypeOf(bytes);
      if (bytes === null || type === null) throw new ApiError('not_found', notFound);
      return {
        status: 200,
        headers: {
          // No cache may store the bytes longer than the URL is valid.
          'Cache-Control': `private, max-age=${secondsLeft}, immutable`,
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
        type,
        bytes,
      };
    },
  };

  return [getLogo];
}
