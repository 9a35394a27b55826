import type { Documentation } from '../../route/route.ts';

export const getLogoDocs: Documentation = {
  description: `
The logo behind a \`token_image\` of an asset record. The URL is signed, works for less than an hour and needs no key:
take it from a record as it is, and read the record again when it has expired.
`.trim(),
  examples: {
    forged: {
      summary: 'A signature that is not ours',
      params: { sha256: '50d858e0985ecc7f60418aaf0cc5ab587f42c2570a884095a9e8ccacd0f6545c' },
      query: { exp: '1780318800', kid: 'k1', sig: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      status: 403,
      answer: { message: 'Signed URL expired or invalid', error: 'Forbidden', statusCode: 403 },
    },
  },
};
