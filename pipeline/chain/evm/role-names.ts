/** Names of role hashes, for display. A role is always identified by its hash: a contract may use any name for it. */

export const defaultAdminRole = `0x${'0'.repeat(64)}`;
export const proposerRole = '0xb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1';
const timelockAdminRole = '0x5f58e3a2316349923ce3780f8d587db2d72378aed66a8261c916544fa6846ca5';

/** Roles that decide who has the others. */
export const adminRoles: readonly string[] = [defaultAdminRole, timelockAdminRole];

const names: Readonly<Record<string, string>> = {
  [defaultAdminRole]: 'DEFAULT_ADMIN_ROLE',
  [proposerRole]: 'PROPOSER_ROLE',
  [timelockAdminRole]: 'TIMELOCK_ADMIN_ROLE',
  '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6': 'MINTER_ROLE',
  '0x154c00819833dac601ee5ddded6fda79d9d8b506b911b3dbd54cdb95fe6c3686': 'MINT_ROLE',
  '0x9c00d6f280439b1dfa4da90321e0a3f3c2e87280f4d07fea9fa43ff2cf02df2b': 'SUPPLY_CONTROLLER_ROLE',
  '0x114e74f6ea3bd819998f78687bfcb11b140da08e9b7d222fa9c1f1ba1f2aa122': 'ISSUER_ROLE',
  '0x65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a': 'PAUSER_ROLE',
  '0x139c2898040ef16910dc9f44dc697df79363da767d8bc92f2e310312b816e46d': 'PAUSE_ROLE',
  '0x189ab7a9244df0848122154315af71fe140f3db0fe014031783b0946b8c9d2e3': 'UPGRADER_ROLE',
  '0x88aa719609f728b0c5e7fb8dd3608d5c25d497efbb3b9dd64e9251ebba101508': 'UPGRADE_ROLE',
  '0x92de27771f92d6942691d73358b3a4673e4880de8356f8f2cf452be87e02d363': 'FREEZER_ROLE',
  '0x5789b43a60de35bcedee40618ae90979bab7d1315fd4b079234241bdab19936d': 'FREEZE_ROLE',
  '0x98db8a220cd0f09badce9f22d0ba7e93edb3d404448cc3560d391ab096ad16e9': 'BLACKLISTER_ROLE',
  '0x22435ed027edf5f902dc0093fbc24cdb50c05b5fd5f311b78c67c1cbaff60e13': 'BLACKLIST_ROLE',
  '0x322768a59ff125c97b97e61032dad139a6ca630f408625c2c32dc2f262dc7790': 'DENYLISTER_ROLE',
  '0xe3e4f9d7569515307c0cdec302af069a93c9e33f325269bac70e6e22465a9796': 'ASSET_PROTECTION_ROLE',
  '0x3c11d16cbaffd01df69ce1c404f6340ee057498f5f00246190ea54220576a848': 'BURNER_ROLE',
  '0xd8aa0f3194971a2a116679f7c2090f6939c8d4e01a2a8d7e41d55e5351469e63': 'EXECUTOR_ROLE',
  '0xfd643c72710c63c0180259aba6b2d05451e3591a24e58b62239378085726f783': 'CANCELLER_ROLE',
  '0xa49807205ce4d355092ef5a8a18f56e8913cf4a201fbe287825b095693c21775': 'ADMIN_ROLE',
  '0x97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929': 'OPERATOR_ROLE',
};

export const knownRoles: readonly string[] = Object.keys(names);

/** Name of a role hash; null when it is not in the table. */
export const roleName = (role: string): string | null => (Object.hasOwn(names, role) ? (names[role] ?? null) : null);
