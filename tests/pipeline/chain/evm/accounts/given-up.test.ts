import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AuthorityInput, authoritiesOf } from '../../../../../pipeline/chain/evm/accounts/authorities.ts';
import { selectorOf } from '../../../../../pipeline/chain/evm/calls/selector-of.ts';
import { type ViewName, viewNames } from '../../../../../pipeline/chain/evm/calls/views.ts';

const [token, other] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`) as [string, string];
const wordOf = (address: string) => ({ kind: 'ok', data: Buffer.from(address.slice(2).padStart(64, '0'), 'hex') });
const zero = `0x${'0'.repeat(40)}`;

interface TokenCase {
  readonly views: Readonly<Partial<Record<ViewName, string>>>;
  readonly functions?: readonly string[];
  /** The code of the token itself. */
  readonly code?: Buffer;
  readonly takeover?: Partial<AuthorityInput['takeover']>;
}

const holdersOf = ({ views, functions = [], code, takeover }: TokenCase): Readonly<Record<string, string | null>> => {
  const asset = {
    reading: {
      address: token,
      code: code === undefined ? null : { hash: '', size: code.length, head: Buffer.concat([code, Buffer.alloc(25)]) },
      views: Object.fromEntries(
        viewNames.map((name) => [name, views[name] === undefined ? { kind: 'reverted' } : wordOf(views[name])]),
      ),
      slots: null,
    },
    roles: null,
    rolesAsked: false,
  } as unknown as AuthorityInput['asset'];
  const found = authoritiesOf({
    asset,
    code: { proxy: 'none', implementation: null, codeHash: '', implementationCodeHash: null, beacon: null },
    can: { functions: new Set(functions.map(selectorOf)), mayChange: false },
    powers: {},
    creator: null,
    accountOf: () => undefined,
    takeover: { state: 'closed', namers: [], ...takeover },
  });
  return Object.fromEntries(found.map(({ key, holder }) => [key, holder]));
};

test('an owner of zero is given up, but not while another contract decides who acts as the owner', () => {
  assert.is(holdersOf({ views: { owner: zero } })['owner'], null);
  assert.is(holdersOf({ views: { owner: `0x${'dead'.padStart(40, '0')}` } })['owner'], null);
  assert.is(holdersOf({ views: { owner: zero, authority: zero } })['owner'], null);
  assert.is(holdersOf({ views: { owner: zero, authority: other } })['owner'], undefined);
});

test('an owner of zero is not given up while an account was offered the token, or may make it ready', () => {
  assert.is(holdersOf({ views: { owner: zero, pendingOwner: other } })['owner'], undefined);
  assert.is(holdersOf({ views: { owner: zero }, takeover: { state: 'unclear' } })['owner'], undefined);
  assert.equal(holdersOf({ views: { owner: zero }, takeover: { state: 'open' } })['owner:anyone'], 'anyone');
  assert.is(holdersOf({ views: { owner: other }, takeover: { state: 'open' } })['owner'], other);
});

test('a getter of zero gives a power up only where the code has no function of it', () => {
  assert.is(holdersOf({ views: { pauser: zero } })['pause_authority'], null);
  assert.is(holdersOf({ views: { pauser: zero }, functions: ['mint(address,uint256)'] })['pause_authority'], null);
  assert.is(holdersOf({ views: { pauser: zero }, functions: ['pause()'] })['pause_authority'], undefined);
});

test('a key with code has the upgrade authority itself', () => {
  const code = Buffer.from(`ef0100${other.slice(2)}`, 'hex');
  assert.is(holdersOf({ views: {}, code })['upgrade_authority'], token);
  assert.is(holdersOf({ views: {} })['upgrade_authority'], null);
});

test.run();
