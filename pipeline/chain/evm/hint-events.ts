import { hashOfName } from './calls/selector-of.ts';

/**
 * Events after which a contract is read again. They are only hints: values are read from the state, so an event that is
 * missing or that a contract makes up costs time and nothing else.
 */
const events: readonly string[] = [
  'OwnershipTransferred(address,address)',
  'OwnershipTransferStarted(address,address)',
  'RoleGranted(bytes32,address,address)',
  'RoleRevoked(bytes32,address,address)',
  'RoleAdminChanged(bytes32,bytes32,bytes32)',
  'DefaultAdminTransferScheduled(address,uint48)',
  'DefaultAdminTransferCanceled()',
  'DefaultAdminDelayChangeScheduled(uint48,uint48)',
  'Upgraded(address)',
  'BeaconUpgraded(address)',
  'AdminChanged(address,address)',
  'AuthorityUpdated(address)',
  'Paused(address)',
  'Unpaused(address)',
  'Pause()',
  'Unpause()',
  'MasterMinterChanged(address)',
  'PauserChanged(address)',
  'BlacklisterChanged(address)',
  'RescuerChanged(address)',
  'MinterConfigured(address,uint256)',
  'MinterRemoved(address)',
  'SupplyControllerSet(address,address)',
  'AssetProtectionRoleSet(address,address)',
  'AddedOwner(address)',
  'RemovedOwner(address)',
  'ChangedThreshold(uint256)',
  'EnabledModule(address)',
  'DisabledModule(address)',
  'ChangedGuard(address)',
  'ChangedFallbackHandler(address)',
  'ChangedMasterCopy(address)',
  'MinDelayChange(uint256,uint256)',
  'NewDelay(uint256)',
  'NewAdmin(address)',
];

/** First topics of these events, `0x` and 64 hex digits. */
export const hintTopics: readonly string[] = events.map(hashOfName);
