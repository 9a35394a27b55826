/** `signing-key.mjs FILE`: creates a key for signed logo URLs, for ATTESTRY_SIGNING_KEYS_FILE, unless the file exists. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const [, , file = ''] = process.argv;
try {
  writeFileSync(file, `made-${Date.now()}:${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
}
