/** Tokens with the functions of Tether, Centre, Maker and Aave, written here. */
import { type Form, fixed, forwardTo, type Maker, namedParts, wordsOf } from './made-token.ts';
import { pick, type Random } from './random.ts';

/** Requirements that makers write before or behind the one that decides who may act. */
const checks = [
  '',
  'require(amount > 0);',
  'require(msg.data.length >= 36);',
  'require(msg.data.length == 36);',
  'require(!paused);',
];

const ownerLine = (random: Random): readonly [string, boolean] =>
  random() < 0.15 ? ['address public owner;', true] : ['address public owner = msg.sender;', false];

const tether: Maker = (name, compiler, random) => {
  const [owner, isGivenUp] = ownerLine(random);
  const hasDeprecate = random() < 0.7;
  const first = pick(random, checks);
  const deprecate = hasDeprecate
    ? 'bool public deprecated; address public upgradedAddress; function deprecate(address a) public onlyOwner { deprecated = true; upgradedAddress = a; } function balanceOf(address a) public view returns (uint256) { return deprecated ? Upgraded_(upgradedAddress).balanceOf(a) : balances[a]; }'
    : '';
  const source = `
interface Upgraded_ { function balanceOf(address a) external view returns (uint256); }
contract ${name} { ${namedParts} ${owner} bool public paused; mapping(address => bool) public isBlackListed; mapping(address => uint256) balances;
  modifier onlyOwner() { require(msg.sender == owner); _; }
  function issue(uint256 amount) public { ${first} require(msg.sender == owner); require(totalSupply + amount > totalSupply); totalSupply += amount; balances[owner] += amount; }
  function pause() public onlyOwner { require(!paused); paused = true; }
  function addBlackList(address who) public onlyOwner { isBlackListed[who] = true; }
  function destroyBlackFunds(address who) public onlyOwner { require(isBlackListed[who]); totalSupply -= balances[who]; balances[who] = 0; }
  ${deprecate}
}`.replaceAll('Upgraded_', `${name}Upgraded`);
  const has = ['mint_authority', 'pause_authority', 'freeze_authority'];
  return { ...fixed, name, compiler, source, has, mayChange: hasDeprecate, gaveUp: isGivenUp ? ['owner'] : [] };
};

const zosSlots = [
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
] as const;

/** Centre: minters with allowances, whom a master minter names; often behind a proxy with slots of ZeppelinOS. */
const centre: Maker = (name, compiler, random) => {
  const { make, fallback } = wordsOf(compiler);
  const isProxied = random() < 0.5;
  const roleOf = (role: string): string =>
    `address public ${role}${random() < 0.25 ? '' : ' = address(uint160(0xc0de01))'};`;
  const hasMinters = random() < 0.7;
  const logs = random() < 0.8;
  const configure = hasMinters
    ? `isMinter[address(uint160(0xc0de02))] = true; ${logs ? 'emit MinterConfigured(address(uint160(0xc0de02)), 9);' : ''}`
    : '';
  const token = isProxied ? `${name}Code` : name;
  const body = `contract ${token} { ${namedParts} address public owner${isProxied ? '' : ' = msg.sender'}; bool public paused; ${['masterMinter', 'pauser', 'blacklister', 'rescuer'].map(roleOf).join(' ')}
  mapping(address => bool) public isMinter; mapping(address => uint256) public minterAllowance; mapping(address => bool) blacklisted; event MinterConfigured(address indexed minter, uint256 allowance);
  ${make} { ${configure} }
  modifier whenNotPaused() { require(!paused); _; }
  function initialize(address owner_) public { require(owner == address(0)); owner = owner_; }
  function mint(address to, uint256 amount) public whenNotPaused returns (bool) { require(isMinter[msg.sender]); require(!blacklisted[to]); require(to != address(0)); require(amount > 0 && amount <= minterAllowance[msg.sender]); totalSupply += amount; return true; }
  function configureMinter(address minter, uint256 allowance) public whenNotPaused returns (bool) { require(msg.sender == masterMinter); isMinter[minter] = true; minterAllowance[minter] = allowance; emit MinterConfigured(minter, allowance); return true; }
  function updateMasterMinter(address next) public { require(msg.sender == owner); masterMinter = next; }
  function pause() public { require(msg.sender == pauser); paused = true; }
  function blacklist(address who) public { require(msg.sender == blacklister); blacklisted[who] = true; } }`;
  const proxy = `contract ${name} { ${make} { address code = address(new ${token}()); address admin = msg.sender; assembly { sstore(${zosSlots[0]}, code) sstore(${zosSlots[1]}, admin) } (bool ok, ) = code.delegatecall(abi.encodeWithSelector(0xc4d66de8, msg.sender)); require(ok); }
  function upgradeTo(address next) external { address admin; assembly { admin := sload(${zosSlots[1]}) } if (msg.sender != admin) { forward_(); } assembly { sstore(${zosSlots[0]}, next) } }
  function forward_() internal { address code; assembly { code := sload(${zosSlots[0]}) } ${forwardTo('code')} }
  ${fallback} { forward_(); } }`;
  const has = ['mint_authority', 'pause_authority', 'freeze_authority'];
  return {
    ...fixed,
    name,
    compiler,
    source: isProxied ? `${body}\n${proxy}` : body,
    has,
    mayChange: isProxied,
    isProxy: isProxied,
  };
};

/** Maker: an owner, or another contract that decides who may act; the owner is often none. */
const makerToken: Maker = (name, compiler, random) => {
  const hasOwner = random() < 0.4;
  const hasBook = random() < 0.8;
  const owner = hasOwner ? 'address public owner = msg.sender;' : 'address public owner;';
  const book = `${name}Book public authority${hasBook ? ` = ${name}Book(address(uint160(0xb00c)))` : ''};`;
  const mint = pick(random, ['mint(address to, uint256 amount)', 'mint(uint256 amount)']);
  const source = `interface ${name}Book { function canCall(address src, address dst, bytes4 sig) external view returns (bool); }
contract ${name} { bytes32 public name = "Made Unit"; bytes32 public symbol = "MU"; uint256 public decimals = 18; uint256 public totalSupply; bool public stopped; ${owner} ${book}
  function may_(address src, bytes4 sig) internal view returns (bool) { if (src == address(this)) { return true; } else if (src == owner) { return true; } else if (address(authority) == address(0)) { return false; } else { return authority.canCall(src, address(this), sig); } }
  modifier auth() { require(may_(msg.sender, msg.sig)); _; }
  modifier stoppable() { require(!stopped); _; }
  function ${mint} public auth stoppable { totalSupply += amount; }
  function stop() public auth { stopped = true; }
  function setOwner(address next) public auth { owner = next; } }`;
  const gaveUp = !hasOwner && !hasBook ? ['owner'] : [];
  return { ...fixed, name, compiler, source, has: ['mint_authority', 'pause_authority'], gaveUp };
};

/** Maker: accounts with every power, logged by the caller and the arguments. */
const wards: Maker = (name, compiler, random) => {
  const { make } = wordsOf(compiler);
  const logs = random() < 0.7;
  const source = `contract ${name} { ${namedParts} mapping(address => uint256) public wards;
  event LogNote(bytes4 indexed sig, address indexed usr, bytes32 indexed arg1, bytes32 indexed arg2, bytes data) anonymous;
  function note_(bytes4 sig, address usr) internal { ${logs ? 'emit LogNote(sig, msg.sender, bytes32(uint256(uint160(usr))), 0, msg.data);' : 'usr; sig;'} }
  ${make} { wards[msg.sender] = 1; note_(0x65fae35e, msg.sender); }
  function rely(address usr) external { require(wards[msg.sender] == 1); wards[usr] = 1; note_(0x65fae35e, usr); }
  function deny(address usr) external { require(wards[msg.sender] == 1); wards[usr] = 0; }
  function mint(address to, uint256 amount) external { require(to != address(0)); require(wards[msg.sender] == 1, "not authorized"); totalSupply += amount; } }`;
  return { ...fixed, name, compiler, source, has: ['mint_authority'] };
};

const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

/** Aave: a lending pool mints, and an administrator that is part of the proxy's code upgrades. */
const lending: Maker = (name, compiler, random) => {
  const { make, fallback } = wordsOf(compiler);
  const immutable = compiler.startsWith('0.8') ? 'immutable' : '';
  const isProxied = random() < 0.7;
  const token = isProxied ? `${name}Code` : name;
  const pool = pick(random, [
    `address public ${immutable} POOL = address(uint160(0xc0de03));`,
    `address internal ${immutable} pool_ = address(uint160(0xc0de03)); function POOL() external view returns (address) { return pool_; }`,
    `address internal ${immutable} pool_ = address(uint160(0xc0de03));`,
  ]);
  const getter = pool.includes('pool_') ? 'pool_' : 'POOL';
  const body = `contract ${token} { ${namedParts} ${pool}
  modifier onlyPool() { require(msg.sender == ${getter}, "23"); _; }
  function mint(address caller, address onBehalfOf, uint256 amount, uint256 index) external onlyPool returns (bool) { require(index != 0 && caller != address(0) && onBehalfOf != address(0)); totalSupply += amount; return true; }
  function UNDERLYING_ASSET_ADDRESS() external pure returns (address) { return address(uint160(0xc0de04)); } }`;
  const proxy = `contract ${name} { address internal ${immutable} admin_ = address(uint160(0xc0de05));
  ${make} { address code = address(new ${token}()); assembly { sstore(${implementationSlot}, code) } }
  modifier ifAdmin() { if (msg.sender == admin_) { _; } else { forward_(); } }
  function admin() external ifAdmin returns (address) { return admin_; }
  function upgradeTo(address next) external ifAdmin { assembly { sstore(${implementationSlot}, next) } }
  function forward_() internal { address code; assembly { code := sload(${implementationSlot}) } ${forwardTo('code')} }
  ${fallback} { forward_(); } }`;
  return {
    ...fixed,
    name,
    compiler,
    source: isProxied ? `${body}\n${proxy}` : body,
    has: ['mint_authority'],
    mayChange: isProxied,
    isProxy: isProxied,
  };
};

/** Aave: minters with limits in a list of their own. */
const facilitators: Maker = (name, compiler, random) => {
  const list = random() < 0.6;
  const source = `contract ${name} { ${namedParts} address[] internal list_; mapping(address => uint256) internal capacity_; mapping(address => uint256) internal level_; address public owner = msg.sender;
  event FacilitatorAdded(address indexed facilitator, bytes32 indexed label, uint256 capacity);
  function addFacilitator(address one, uint256 capacity) external { require(msg.sender == owner); list_.push(one); capacity_[one] = capacity; emit FacilitatorAdded(one, 0, capacity); }
  ${list ? 'function getFacilitatorsList() external view returns (address[] memory) { return list_; }' : ''}
  function mint(address to, uint256 amount) external { require(amount > 0); uint256 next = level_[msg.sender] + amount; require(capacity_[msg.sender] >= next); level_[msg.sender] = next; totalSupply += amount; to; } }`;
  return { ...fixed, name, compiler, source, has: ['mint_authority'] };
};

const old = ['0.4', '0.5', '0.6', '0.8.9', '0.8'] as const;
export const issuerForms: Readonly<Record<string, Form>> = {
  tether: { compilers: old, make: tether },
  centre: { compilers: ['0.5', '0.6', '0.8.9', '0.8'], make: centre },
  makerToken: { compilers: old, make: makerToken },
  wards: { compilers: ['0.5', '0.6', '0.8.9', '0.8'], make: wards },
  lending: { compilers: ['0.5', '0.6', '0.8.9', '0.8'], make: lending },
  facilitators: { compilers: ['0.5', '0.6', '0.8.9', '0.8'], make: facilitators },
};
