import { faultsOfChains } from './of-chains.ts';
import { faultsOfDocuments } from './of-documents.ts';
import { faultsOfFeeds } from './of-feeds.ts';
import { faultsOfFetches } from './of-fetches.ts';
import { faultsOfFolds } from './of-folds.ts';
import { faultsOfHosts } from './of-hosts.ts';
import { faultsOfStreams } from './of-streams.ts';
import { faultsOfTables } from './of-tables.ts';
import { faultsOfWakes } from './of-wakes.ts';
import type { PlantedFault } from './planted-fault.ts';

/** Every planted fault. A new one is an entry in the list of its family. */
export const plantedFaults: readonly PlantedFault[] = [
  ...faultsOfWakes,
  ...faultsOfFolds,
  ...faultsOfTables,
  ...faultsOfHosts,
  ...faultsOfFeeds,
  ...faultsOfFetches,
  ...faultsOfChains,
  ...faultsOfStreams,
  ...faultsOfDocuments,
];
