import type { TenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';

/** Shown in place of a name whose tenant key was deleted. */
const unreadable = '(unreadable)';

/** Opens the sealed names of keys; a name that cannot be opened any more is replaced by a placeholder. */
export const openNames = (
  keys: readonly { readonly tenantId: string; readonly key: { readonly name: string } }[],
  texts: TenantTexts,
): Promise<readonly string[]> =>
  Promise.all(
    keys.map(
      async ({ tenantId, key }) => (await texts.open({ tenantId, purpose: 'key name' }, key.name)) ?? unreadable,
    ),
  );
