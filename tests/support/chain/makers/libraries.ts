/** Tokens of Solady and OpenZeppelin, from their packages. */
import { type Form, fixed, forwardTo, type Maker, namedParts, type TokenTruth } from './made-token.ts';
import { pick, type Random } from './random.ts';

const soladyVersions = ['solady', 'solady-0.0.208'] as const;
const account = 'address(uint160(0xc0de01))';

/** How a Solady token decides who may mint. */
const soladyAccess: readonly (readonly [bases: string, imports: readonly string[], setup: string, modifier: string])[] =
  [
    ['Ownable', ['auth/Ownable'], '_initializeOwner(msg.sender);', 'onlyOwner'],
    [
      'OwnableRoles',
      ['auth/OwnableRoles'],
      `_initializeOwner(msg.sender); _grantRoles(${account}, 2);`,
      'onlyRoles(2)',
    ],
    [
      'OwnableRoles',
      ['auth/OwnableRoles'],
      `_initializeOwner(msg.sender); _grantRoles(${account}, 1);`,
      'onlyOwnerOrRoles(1)',
    ],
    [
      'OwnableRoles',
      ['auth/OwnableRoles'],
      `_initializeOwner(msg.sender); _grantRoles(${account}, 4); _setOwner(address(0));`,
      'onlyRoles(4)',
    ],
  ];
const enumerableRoles = [
  'Ownable, EnumerableRoles',
  ['auth/Ownable', 'auth/EnumerableRoles'],
  `_initializeOwner(msg.sender); _setRole(${account}, 3, true);`,
  'onlyRole(3)',
] as const;

const importsOf = (version: string, paths: readonly string[]): string =>
  paths.map((path) => `import "${version}/src/${path}.sol";`).join('\n');

const soladyHeads = ['mint(address to, uint256 amount)', 'issue(uint256 amount)', 'mintTo(address to, uint256 amount)'];

function soladyToken(name: string, version: string, random: Random, extra = '') {
  const all = version === 'solady' ? [...soladyAccess, enumerableRoles] : soladyAccess;
  const [bases, imports, setup, modifier] = pick(random, all);
  const source = `contract ${name} is ERC20, ${bases} { constructor() { ${setup} } ${extra}
  function name() public pure override returns (string memory) { return "Made Unit"; } function symbol() public pure override returns (string memory) { return "MU"; }
  function ${pick(random, soladyHeads)} external ${modifier} { _mint(msg.sender, amount); } }`;
  return { imports: ['tokens/ERC20', ...imports], source, isGivenUp: setup.includes('_setOwner') };
}

const solady: Maker = (name, compiler, random) => {
  const version = pick(random, soladyVersions);
  const isMany = random() < 0.4;
  const { imports, source, isGivenUp } = soladyToken(name, version, random);
  const text = isMany ? source.replace('is ERC20,', 'is ERC20, Multicallable,') : source;
  const all = isMany ? [...imports, 'utils/Multicallable'] : imports;
  const gaveUp = isGivenUp ? ['owner'] : [];
  return { ...fixed, name, compiler, source: `${importsOf(version, all)}\n${text}`, has: ['mint_authority'], gaveUp };
};

const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const beaconSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';

/** Calls that make a clone of `code`; which slot they set, and whether the result can be changed. */
const clones: readonly (readonly [call: string, slot: string | null, versions: readonly string[]])[] = [
  ['LibClone.clone(code)', null, soladyVersions],
  ['LibClone.clone(code, abi.encode(uint256(7)))', null, soladyVersions],
  ['LibClone.clone_PUSH0(code)', null, soladyVersions],
  ['LibClone.deployERC1967(code)', implementationSlot, soladyVersions],
  ['LibClone.deployERC1967I(code)', implementationSlot, soladyVersions],
  ['LibClone.deployERC1967(code, abi.encode(uint256(7)))', implementationSlot, ['solady']],
  ['LibClone.deployERC1967I(code, abi.encode(uint256(7)))', implementationSlot, ['solady']],
  ['LibClone.deployERC1967BeaconProxy(beacon)', beaconSlot, soladyVersions],
  ['LibClone.deployERC1967IBeaconProxy(beacon)', beaconSlot, ['solady']],
  ['new ERC1967Factory().deploy(code, msg.sender)', implementationSlot, soladyVersions],
];

/** A contract takes the code of the clone that it makes, with the slot that the clone has. */
const soladyClone: Maker = (name, compiler, random) => {
  const [call, slot, versions] = pick(random, clones);
  const version = pick(random, versions);
  const isUups = slot === implementationSlot && random() < 0.4;
  const extra = isUups
    ? 'function _authorizeUpgrade(address) internal view override { require(msg.sender == address(1)); }'
    : '';
  const { imports, source } = soladyToken(`${name}Code`, version, random, extra);
  const token = isUups ? source.replace('is ERC20,', 'is ERC20, UUPSUpgradeable,') : source;
  const paths = [
    ...imports,
    'utils/LibClone',
    'utils/ERC1967Factory',
    'utils/UpgradeableBeacon',
    ...(isUups ? ['utils/UUPSUpgradeable'] : []),
  ];
  const set = slot === null ? '' : `assembly { sstore(${slot}, ${slot === beaconSlot ? 'beacon' : 'code'}) }`;
  const proxy = `contract ${name} { constructor() { address code = address(new ${name}Code()); address beacon = address(new UpgradeableBeacon(msg.sender, code)); address made = ${call}; bytes memory own = made.code; ${set} assembly { beacon := beacon return(add(own, 32), mload(own)) } } }`;
  const isProxy = slot !== null;
  return {
    ...fixed,
    name,
    compiler,
    source: `${importsOf(version, paths)}\n${token}\n${proxy}`,
    has: ['mint_authority'],
    mayChange: isProxy,
    isProxy,
    gaveUp: ['owner'],
  };
};

interface ZeppelinForm extends Partial<TokenTruth> {
  readonly compilers: Form['compilers'];
  readonly imports: readonly string[];
  /** The contract \`NAME\`. */
  readonly source: string;
  readonly has: readonly string[];
}

const mintable = (modifier: string): string =>
  `function mint(address to, uint256 amount) external ${modifier} { _mint(to, amount); }`;
const proxied = { mayChange: true, isProxy: true } as const;

const zeppelinForms: Readonly<Record<string, ZeppelinForm>> = {
  minter2: {
    compilers: ['0.5'],
    imports: ['openzeppelin-2/token/ERC20/ERC20Mintable', 'openzeppelin-2/token/ERC20/ERC20Pausable'],
    source: 'contract NAME is ERC20Mintable, ERC20Pausable { string public name = "Made Unit"; }',
    has: ['mint_authority', 'pause_authority'],
  },
  owned2: {
    compilers: ['0.5'],
    imports: ['openzeppelin-2/token/ERC20/ERC20', 'openzeppelin-2/ownership/Ownable'],
    source: `contract NAME is ERC20, Ownable { string public name = "Made Unit"; ${mintable('onlyOwner')} }`,
    has: ['mint_authority'],
  },
  preset3: {
    compilers: ['0.6'],
    imports: ['openzeppelin-3/presets/ERC20PresetMinterPauser'],
    source:
      'contract NAME is ERC20PresetMinterPauser { constructor() public ERC20PresetMinterPauser("Made Unit", "MU") {} }',
    has: ['mint_authority', 'pause_authority'],
  },
  transparent3: {
    compilers: ['0.6'],
    imports: ['openzeppelin-3/token/ERC20/ERC20', 'openzeppelin-3/proxy/TransparentUpgradeableProxy'],
    source: `contract NAMECode is ERC20 { address internal minter_; constructor() public ERC20("Made Unit", "MU") {} modifier mine() { require(msg.sender == minter_); _; } ${mintable('mine')} } contract NAME is TransparentUpgradeableProxy { constructor() public TransparentUpgradeableProxy(address(new NAMECode()), msg.sender, "") {} }`,
    has: ['mint_authority'],
    ...proxied,
  },
  renounced4: {
    compilers: ['0.8.9', '0.8'],
    imports: ['openzeppelin-4/token/ERC20/ERC20', 'openzeppelin-4/access/Ownable'],
    source: `contract NAME is ERC20, Ownable { constructor() ERC20("Made Unit", "MU") { renounceOwnership(); } ${mintable('onlyOwner')} }`,
    has: ['mint_authority'],
    gaveUp: ['owner'],
  },
  enumerable4: {
    compilers: ['0.8.9', '0.8'],
    imports: [
      'openzeppelin-4/token/ERC20/ERC20',
      'openzeppelin-4/access/AccessControlEnumerable',
      'openzeppelin-4/security/Pausable',
    ],
    source: `contract NAME is ERC20, Pausable, AccessControlEnumerable { constructor() ERC20("Made Unit", "MU") { _grantRole(0x00, msg.sender); _grantRole(keccak256("MINTER_ROLE"), ${account}); } ${mintable('onlyRole(keccak256("MINTER_ROLE"))')} function pause() external onlyRole(0x00) { _pause(); } }`,
    has: ['mint_authority', 'pause_authority'],
  },
  beacon4: {
    compilers: ['0.8.9', '0.8'],
    imports: [
      'openzeppelin-4/token/ERC20/presets/ERC20PresetMinterPauser',
      'openzeppelin-4/proxy/beacon/BeaconProxy',
      'openzeppelin-4/proxy/beacon/UpgradeableBeacon',
    ],
    source:
      'contract NAME is BeaconProxy { constructor() BeaconProxy(address(new UpgradeableBeacon(address(new ERC20PresetMinterPauser("Made Unit", "MU")))), "") {} }',
    has: ['mint_authority', 'pause_authority'],
    ...proxied,
    gaveUp: ['owner'],
  },
  transparent4: {
    compilers: ['0.8.9', '0.8'],
    imports: [
      'openzeppelin-4/token/ERC20/presets/ERC20PresetMinterPauser',
      'openzeppelin-4/proxy/transparent/TransparentUpgradeableProxy',
    ],
    source:
      'contract NAME is TransparentUpgradeableProxy { constructor() TransparentUpgradeableProxy(address(new ERC20PresetMinterPauser("Made Unit", "MU")), msg.sender, "") {} }',
    has: ['mint_authority', 'pause_authority'],
    ...proxied,
    gaveUp: ['owner'],
  },
  uups5: {
    compilers: ['0.8'],
    imports: [
      '@openzeppelin/contracts/token/ERC20/ERC20',
      '@openzeppelin/contracts/proxy/utils/UUPSUpgradeable',
      '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy',
    ],
    source: `contract NAMECode is ERC20("Made Unit", "MU"), UUPSUpgradeable { function _authorizeUpgrade(address) internal view override { require(msg.sender == address(1)); } ${mintable('')} } contract NAME is ERC1967Proxy { constructor() ERC1967Proxy(address(new NAMECode()), abi.encodeCall(IERC20.totalSupply, ())) {} }`,
    has: ['mint_authority'],
    open: ['mint_authority'],
    ...proxied,
  },
  managed5: {
    compilers: ['0.8'],
    imports: [
      '@openzeppelin/contracts/token/ERC20/ERC20',
      '@openzeppelin/contracts/access/manager/AccessManaged',
      '@openzeppelin/contracts/access/manager/AccessManager',
    ],
    source: `contract NAME is ERC20, AccessManaged { constructor() ERC20("Made Unit", "MU") AccessManaged(address(new AccessManager(msg.sender))) {} ${mintable('restricted')} }`,
    has: ['mint_authority'],
  },
  rules5: {
    compilers: ['0.8'],
    imports: [
      '@openzeppelin/contracts/token/ERC20/ERC20',
      '@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules',
    ],
    source: `contract NAME is ERC20, AccessControlDefaultAdminRules { constructor() ERC20("Made Unit", "MU") AccessControlDefaultAdminRules(1 days, msg.sender) {} ${mintable('onlyRole(bytes32(uint256(77)))')} }`,
    has: ['mint_authority'],
  },
  crosschain5: {
    compilers: ['0.8'],
    imports: ['@openzeppelin/contracts/token/ERC20/extensions/draft-ERC20Bridgeable'],
    source:
      'contract NAME is ERC20Bridgeable { address private immutable bridge_ = address(uint160(0xc0de06)); constructor() ERC20("Made Unit", "MU") {} function _checkTokenBridge(address caller) internal view override { require(caller == bridge_); } }',
    has: ['mint_authority'],
  },
};

const zeppelinForm = ({ compilers, imports, source, ...truth }: ZeppelinForm): Form => ({
  compilers,
  make: (name, compiler) => ({
    ...fixed,
    ...truth,
    name,
    compiler,
    source: `${imports.map((path) => `import "${path}.sol";`).join('\n')}\n${source.replaceAll('NAME', name)}`,
  }),
});

/** Functions behind a check that every call passes first, so that no call of one ends elsewhere than that of another. */
const checkedFirst: Maker = (name, compiler, random) => {
  const check = pick(random, ['msg.sender == admin', 'paused == 0', 'Book_(book).isOpen(msg.sender)']);
  const source = `interface Book_ { function isOpen(address who) external view returns (bool); }
contract ${name} { address internal admin = msg.sender; uint256 internal paused; address internal book = address(uint160(0xb00c)); uint256 internal supply;
  fallback() external payable { require(${check}); bytes4 sig = msg.sig;
    if (sig == 0x40c10f19) { supply += 1; return; } if (sig == 0x8456cb59) { paused = 1; return; } revert(); } }`.replaceAll(
    'Book_',
    `${name}Book`,
  );
  const has = ['mint_authority', 'pause_authority'];
  return { ...fixed, name, compiler, source, has, open: check.startsWith('paused') ? has : [] };
};

/** Code that runs other code without input, or in a function that is not in the list of functions. */
const otherEntry: Maker = (name, compiler, random) => {
  const entry = pick(random, [
    `receive() external payable { ${forwardTo('target')} }`,
    `fallback() external payable { if (msg.sig == 0x000000a7) { ${forwardTo('target')} } }`,
    `fallback() external payable { if (msg.value > 1) { ${forwardTo('target')} } }`,
    'function run(address code) external { require(msg.sender == address(1)); assembly { calldatacopy(0, 36, sub(calldatasize(), 36)) pop(callcode(gas(), code, 0, 0, sub(calldatasize(), 36), 0, 0)) } }',
  ]);
  const source = `contract ${name} { ${namedParts} address internal target; ${entry} }`;
  return { ...fixed, name, compiler, source, has: [], mayChange: true, isProxy: entry.includes('msg.value') };
};

export const libraryForms: Readonly<Record<string, Form>> = {
  solady: { compilers: ['0.8'], make: solady },
  soladyClone: { compilers: ['0.8'], make: soladyClone },
  ...Object.fromEntries(Object.entries(zeppelinForms).map(([key, form]) => [key, zeppelinForm(form)])),
  checkedFirst: { compilers: ['0.6', '0.8.9', '0.8'], make: checkedFirst },
  otherEntry: { compilers: ['0.6', '0.8.9'], make: otherEntry },
};
