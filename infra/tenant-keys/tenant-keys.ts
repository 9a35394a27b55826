import { randomBytes, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RetryableError, UsageError } from '../errors.ts';

/** Secrets of tenants, stored outside of the log. The texts of a tenant are unreadable without its secret. */
export interface TenantKeys {
  /** The secret of a tenant, 32 bytes; null when it has none. */
  readonly read: (tenantId: string) => Promise<Buffer | null>;
  /** The secret of a tenant, created durably if it had none; null when the tenant was erased. */
  readonly ensure: (tenantId: string) => Promise<Buffer | null>;
  /** Deletes the secret for good and marks the tenant as erased. Idempotent. */
  readonly erase: (tenantId: string) => Promise<void>;
  readonly isErased: (tenantId: string) => Promise<boolean>;
  /** Ids of erased tenants. */
  readonly erased: () => Promise<readonly string[]>;
  /**
   * Copies secrets and marks to `target` and deletes the secrets of erased tenants there. If a tenant has different secrets
   * in both, both stay unchanged.
   */
  readonly copyTo: (target: TenantKeys) => Promise<CopiedKeys>;
  /** Stores a secret of another store; UsageError for an erased tenant or one with a different secret. */
  readonly put: (tenantId: string, secret: Buffer) => Promise<void>;
}

export interface CopiedKeys {
  readonly keys: number;
  readonly erased: number;
  /** Tenants with a different secret in the target: texts sealed with one cannot be opened with the other. */
  readonly conflicts: readonly string[];
}

const secretBytes = 32;
const keyEnding = '.key';
const markEnding = '.erased';

/** Keys as files in a directory that only its owner may read: `<tenant>.key`, or `<tenant>.erased` after erasure. */
export function openTenantKeys(directory: string): TenantKeys {
  const keyPath = (tenantId: string): string => join(directory, `${fileName(tenantId)}${keyEnding}`);
  const markPath = (tenantId: string): string => join(directory, `${fileName(tenantId)}${markEnding}`);

  const names = async (ending: string): Promise<readonly string[]> => {
    const found = await readable(directory, readdir(directory));
    return (found ?? []).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  };
  const isErased = async (tenantId: string): Promise<boolean> =>
    (await readable(
      directory,
      access(markPath(tenantId)).then(() => true),
    )) === true;
  const read = async (tenantId: string): Promise<Buffer | null> => {
    const path = keyPath(tenantId);
    const text = await readable(path, readFile(path, 'utf8'));
    if (text === null) return null;
    const secret = Buffer.from(text.trim(), 'base64');
    if (secret.length !== secretBytes) throw new RetryableError(`${path} holds no key; restore it from a copy.`);
    return secret;
  };
  const write = async (tenantId: string, secret: Buffer): Promise<Buffer | null> => {
    if (await isErased(tenantId)) return null;
    await writeOnce(directory, keyPath(tenantId), `${secret.toString('base64')}\n`);
    // `erase` writes the mark before it deletes the key, so one of two concurrent calls sees the other.
    if (await isErased(tenantId)) {
      await rm(keyPath(tenantId), { force: true });
      return null;
    }
    return read(tenantId);
  };
  const erase = async (tenantId: string): Promise<void> => {
    await writeOnce(directory, markPath(tenantId), '');
    await rm(keyPath(tenantId), { force: true });
    await syncDirectory(directory);
  };
  return {
    read,
    ensure: async (tenantId) => (await read(tenantId)) ?? write(tenantId, randomBytes(secretBytes)),
    erase,
    isErased,
    erased: () => names(markEnding),
    put: async (tenantId, secret) => {
      const stored = (await read(tenantId)) ?? (await write(tenantId, secret));
      if (stored?.equals(secret) === true) return;
      throw new UsageError(
        `${directory} has ${stored === null ? 'erased' : 'another key for'} tenant ${tenantId}; it is left as it is.`,
      );
    },
    copyTo: async (target) => {
      const [keys, erased] = await Promise.all([names(keyEnding), names(markEnding)]);
      for (const tenantId of erased) await target.erase(tenantId);
      const conflicts: string[] = [];
      let copied = 0;
      for (const tenantId of keys) {
        const secret = await read(tenantId);
        if (secret === null || (await target.isErased(tenantId))) continue;
        if ((await target.read(tenantId))?.equals(secret) === false) {
          conflicts.push(tenantId);
          continue;
        }
        await target.put(tenantId, secret);
        copied += 1;
      }
      return { keys: copied, erased: erased.length, conflicts };
    },
  };
}

function fileName(tenantId: string): string {
  if (/^[0-9A-Za-z_-]{1,64}$/.test(tenantId)) return tenantId;
  throw new TypeError(`${JSON.stringify(tenantId.slice(0, 80))} is not a tenant id`);
}

/** Null for a missing file; RetryableError for one that cannot be read. */
async function readable<T>(path: string, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new RetryableError(`The tenant keys cannot be read: ${path} (${code ?? String(error)}).`, { cause: error });
  }
}

/** Syncs the content, then links the name: no reader sees half a key, and only one of two concurrent writers succeeds. */
async function writeOnce(directory: string, path: string, content: string): Promise<void> {
  const temporary = join(directory, `${randomUUID()}.tmp`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path).catch(ignoreExisting);
    await syncDirectory(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RetryableError(`The tenant keys cannot be written: ${path} (${code ?? String(error)}).`, {
      cause: error,
    });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(nullIfMissing);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
