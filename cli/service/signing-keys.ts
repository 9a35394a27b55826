import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SigningKey } from '../../api/route/http/signed-url.ts';
import { largestSetting, readBoundedFile } from '../../infra/disk/bounded-file.ts';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';

const setting = 'ATTESTRY_SIGNING_KEYS';

/** Key ids used in published examples: readers of those examples know the secrets. */
const exampleIds = /^(demo|test|example)/i;

/**
 * The keys of signed URLs: those of the configuration, the first of which signs, or one generated key in the data
 * directory. Throws ConfigurationError for an example key when the service listens beyond this machine.
 */
export function loadSigningKeys(
  config: Pick<Config, 'signingKeys' | 'dataDir' | 'httpHost'>,
): readonly [SigningKey, ...SigningKey[]] {
  const keys = keysOf(config.signingKeys ?? generatedKey(config.dataDir));
  const [first, ...others] = keys;
  if (first === undefined) throw new ConfigurationError([`${setting}: no key is given`]);
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) < index);
  if (twice !== undefined) throw new ConfigurationError([`${setting}: two keys have the id ${twice.id}`]);
  const example = keys.find(({ id }) => exampleIds.test(id));
  if (example !== undefined && !isLoopback(config.httpHost)) {
    throw new ConfigurationError([
      `${setting}: the key ${example.id} is for trying things out on this machine, and ${config.httpHost} serves others; make one of your own`,
    ]);
  }
  return [first, ...others];
}

const keysOf = (text: string): readonly SigningKey[] =>
  text.split(',').map((key) => {
    const [id = '', secret = ''] = key.trim().split(':');
    return { id, secret: Buffer.from(secret, 'base64') };
  });

/** Generated at the first start, readable by its owner only. */
function generatedKey(dataDir: string): string {
  const path = join(dataDir, 'signing-keys');
  try {
    const made = `own:${randomBytes(32).toString('base64')}\n`;
    writeFileSync(path, made, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readBoundedFile(path, largestSetting).toString('utf8').trim();
  if (/^own:[A-Za-z0-9+/]{43}=$/.test(text)) return text;
  throw new ConfigurationError([`${path} holds no signing key; delete it, and a new one is made`]);
}
