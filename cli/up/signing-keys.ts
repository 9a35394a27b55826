import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SigningKey } from '../../api/url-signer.ts';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';

const setting = 'ATTESTRY_SIGNING_KEYS';

/** Ids of keys that are in somebody's notes: whoever reads those can sign. */
const forTrying = /^(demo|test|example)/i;

/**
 * The keys of signed URLs: those of the configuration, the first of which signs, or one of its own that the data directory
 * keeps. Throws ConfigurationError for a key for trying things out when more than this machine is served.
 */
export function loadSigningKeys(
  config: Pick<Config, 'signingKeys' | 'dataDir' | 'httpHost'>,
): readonly [SigningKey, ...SigningKey[]] {
  const keys = keysOf(config.signingKeys ?? ownKey(config.dataDir));
  const [first, ...others] = keys;
  if (first === undefined) throw new ConfigurationError([`${setting}: no key is given`]);
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) < index);
  if (twice !== undefined) throw new ConfigurationError([`${setting}: two keys have the id ${twice.id}`]);
  const open = keys.find(({ id }) => forTrying.test(id));
  if (open !== undefined && !isLoopback(config.httpHost)) {
    throw new ConfigurationError([
      `${setting}: the key ${open.id} is for trying things out on this machine, and ${config.httpHost} serves others; make one of your own`,
    ]);
  }
  return [first, ...others];
}

const keysOf = (text: string): readonly SigningKey[] =>
  text.split(',').map((key) => {
    const [id = '', secret = ''] = key.trim().split(':');
    return { id, secret: Buffer.from(secret, 'base64') };
  });

/** Made at the first start, readable by its owner only. */
function ownKey(dataDir: string): string {
  const path = join(dataDir, 'signing-keys');
  try {
    const made = `own:${randomBytes(32).toString('base64')}\n`;
    writeFileSync(path, made, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readFileSync(path, 'utf8').trim();
  if (/^own:[A-Za-z0-9+/]{43}=$/.test(text)) return text;
  throw new ConfigurationError([`${path} holds no signing key; delete it, and a new one is made`]);
}
