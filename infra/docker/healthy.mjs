/** `healthy.mjs URL`: exits with 0 when the URL answers with a 2xx status, otherwise with 1. For HEALTHCHECK. */
const [, , url = ''] = process.argv;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) console.error(`${url}: ${response.status} ${await response.text()}`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(`${url}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
