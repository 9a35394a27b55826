import { accountsWorld } from './accounts/accounts.ts';
import { chainsWorld } from './chains/chains.ts';
import { documentsWorld } from './documents/documents.ts';
import { feedsWorld } from './feeds/feeds.ts';
import { hostsWorld } from './hosts/hosts.ts';
import { streamsWorld } from './streams/streams.ts';
import { wakeWorld } from './wake/wake.ts';
import type { World } from './world.ts';

/** Every world by its name. A new one is a folder and a line here. */
export const worlds: Readonly<Record<string, World>> = {
  wake: wakeWorld,
  accounts: accountsWorld,
  hosts: hostsWorld,
  feeds: feedsWorld,
  chains: chainsWorld,
  streams: streamsWorld,
  documents: documentsWorld,
};
