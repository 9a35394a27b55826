import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authoritiesOf } from '../../../../../pipeline/chain/evm/accounts/authorities.ts';
import type { Holders } from '../../../../../pipeline/chain/evm/calls/probes.ts';
import { knownRoles, roleName } from '../../../../../pipeline/chain/evm/roles/role-names.ts';
import { viewNames } from '../../../../../pipeline/chain/evm/calls/views.ts';

const [proxy, upgrader, other] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];
const role = knownRoles.find((one) => roleName(one) === 'UPGRADER_ROLE') ?? '';

const upgradersOf = (shown: Holders | undefined): readonly (readonly [key: string, holder: string | null])[] =>
  authoritiesOf({
    asset: {
      reading: {
        address: proxy,
        code: null,
        views: Object.fromEntries(viewNames.map((name) => [name, { kind: 'reverted' as const }])) as never,
        slots: null,
      },
      roles: [{ role, admin: null, holders: [upgrader] } as never],
      rolesAsked: true,
    },
    code: { proxy: 'uups', implementation: other, codeHash: '', implementationCodeHash: null, beacon: null },
    can: { functions: new Set(), mayChange: false },
    powers: shown === undefined ? {} : { upgrade: shown },
    creator: null,
    accountOf: () => undefined,
    takeover: { state: 'closed', namers: [] },
  }).map(({ key, holder }) => [key, holder]);

test('UPGRADER_ROLE gives the upgrade authority where no probe was answered, and nothing against one that was', () => {
  const cases: readonly (readonly [Holders | undefined, ReturnType<typeof upgradersOf>])[] = [
    [undefined, [['upgrade_authority', upgrader]]],
    [{ kind: 'unknown' }, [['upgrade_authority', upgrader]]],
    [{ kind: 'accounts', addresses: [other] }, [['upgrade_authority', other]]],
    [{ kind: 'accounts', addresses: [] }, []],
    [{ kind: 'anyone' }, [['upgrade_authority:anyone', 'anyone']]],
  ];
  for (const [shown, expected] of cases) assert.equal(upgradersOf(shown), expected, shown?.kind ?? 'not asked');
});

test.run();
