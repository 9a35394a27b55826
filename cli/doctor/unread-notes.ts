import type { Engine } from '../engine/open-engine.ts';
import { declaredOnLog } from '../feeds/declared-counts.ts';
import { type FetchSettings, unreadChecks, unreadSources } from '../feeds/unread-sources.ts';
import type { Check } from './check.ts';

/** Notes about declared documents and chains that nothing fetches under these settings. */
export const unreadNotes = async (engine: Engine, config: FetchSettings): Promise<readonly Check[]> =>
  unreadChecks(unreadSources(await declaredOnLog(engine), config));
