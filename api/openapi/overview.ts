/** Introduction for readers who do not know the API. Markdown. */
export const overview = `
Two HTTP/JSON interfaces of one service. **A** answers lookups in a registry of assets whose issuers were identified
(KYI, Know Your Issuer). **B** watches assets for the holder of a key: a watchlist, a feed of the changes detected on
what is on it, and an inbox of the notable ones.

## Keys
Every operation of A and B needs the header \`Authorization\`. A takes the raw key, B takes it as \`Bearer <key>\`.
Watchlist, seen marker and inbox belong to the holder of the key; what belongs to another is reported as not found.

## Conventions
Bodies are JSON in UTF-8. A names members in snake_case, B in camelCase. Times are ISO 8601 in UTC with milliseconds.
A set of values that is marked as open may grow: treat a value you do not know as "other". Every answer carries
\`X-Request-Id\`; quote it when you report a problem. \`traceparent\` (W3C Trace Context) is logged and travels with
commands.

## Errors
A answers \`{message, error, statusCode}\`. B adds \`code\`, \`requestId\` and, where parts of a request can be named,
\`details\`. Decide by status and \`code\`, never by the message. 502 and 503 state in \`Retry-After\` when to retry.

## Limits
\`RateLimit-Policy\` states the quota of a key, \`RateLimit\` what is left of it. A request beyond the quota gets 429
with \`Retry-After\`. URLs are limited to 8 KiB, bodies to 16 KiB unless an operation states another limit.

## Polling
Reads carry a weak \`ETag\`. Send it back in \`If-None-Match\`: an unchanged answer is 304, has no body and costs no
quota; \`*\` in its place does. \`X-Poll-Interval\` states how many seconds to wait between two polls. The tag depends on
what a key holder may see, not on the key, and survives its rotation.

## Versions
Within a major version changes are additions only. What is to go is announced at least 180 days before by the headers
\`Deprecation\`, \`Sunset\` and \`Link\` with \`rel="deprecation"\`, and in the changelog.
`.trim();
