import { UsageError } from '../errors.ts';
import { whyNotName } from '../../schemas/values/visible-name.ts';
import type { TenantTexts } from './tenant-texts.ts';

const longestName = 200;

/**
 * The sealed form of the name of a key. UsageError for a name that is empty, longer than 200 characters or hides
 * something, and for a tenant that was erased.
 */
export async function sealKeyName(texts: TenantTexts, tenantId: string, name: string): Promise<string> {
  const characters = Array.from(name).length;
  if (characters === 0 || characters > longestName) {
    throw new UsageError(`the name of a key has 1 to ${longestName} characters, not ${characters}`);
  }
  const why = whyNotName(name);
  if (why !== null) throw new UsageError(`the name of a key ${why}`);
  const sealed = await texts.seal({ tenantId, purpose: 'key name' }, name);
  if (sealed === null) throw new UsageError(`tenant ${tenantId} was erased; make a new one`);
  return sealed;
}
