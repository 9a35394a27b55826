import type { TenantTexts } from '../infra/tenant-keys/tenant-texts.ts';

/** What is said in place of a name whose key is gone. */
const unreadable = '(unreadable)';

/** The names of keys as they were given; what cannot be opened any more says so. */
export const openNames = (
  keys: readonly { readonly tenantId: string; readonly key: { readonly name: string } }[],
  texts: TenantTexts,
): Promise<readonly string[]> =>
  Promise.all(
    keys.map(
      async ({ tenantId, key }) => (await texts.open({ tenantId, purpose: 'key name' }, key.name)) ?? unreadable,
    ),
  );
