import { readAccounts } from '../accounts/accounts.ts';
import type { Engine } from '../engine/open-engine.ts';
import { tenantKeysDirectory, tenantKeysOf, tenantsWithSealedTexts } from '../accounts/tenant-keys.ts';
import type { Config } from '../../infra/config/config.ts';
import { type Check, checkOf } from './check.ts';

const mostNamed = 5;

/** Checks that every tenant with sealed texts on the log has a key in the configured place. */
export const tenantKeysCheck = (config: Config, engine: Engine): Promise<Check> =>
  checkOf('tenant keys', 'put them back from the newest copy; see docs/runbooks/erase-a-tenant.md', async () => {
    const keys = tenantKeysOf(config);
    const needed = tenantsWithSealedTexts(await readAccounts(engine));
    const missing: string[] = [];
    for (const tenantId of needed) {
      if ((await keys.read(tenantId)) === null && !(await keys.isErased(tenantId))) missing.push(tenantId);
    }
    const directory = tenantKeysDirectory(config);
    if (missing.length === 0) return `${needed.size} in ${directory}`;
    const named = missing.slice(0, mostNamed).join(', ');
    throw new Error(
      `${directory} lacks ${missing.length} of ${needed.size} keys (${named}${missing.length > mostNamed ? ', …' : ''}): what these tenants wrote cannot be read`,
    );
  });
