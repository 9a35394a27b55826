/** On every answer, unless it says otherwise itself (conformance G-20, G-27). */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept-Encoding',
} as const;
