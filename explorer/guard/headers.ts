/** Nothing inline, nothing from another host, no string as markup (decision 54). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** With `no-referrer`, Chromium sends `Origin: null` with every form, so a form of this site and one of another site are alike. */
const common = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Cookie, Accept-Encoding',
} as const;

/** Of pages that everybody may see. */
export const publicHeaders = { ...common, 'Cache-Control': 'public, max-age=60' } as const;

/** Of pages that one reader may see, and of refusals. */
export const privateHeaders = { ...common, 'Cache-Control': 'no-store' } as const;
