import fc from 'fast-check';
import { openHarness } from '../harness.ts';
import { checkFeed, checkInbox } from './checks.ts';
import { anyStep } from './commands.ts';
import { createRuns, holders, type Model, type Run, type World } from './world.ts';

export interface ModelRuns {
  readonly runs: number;
  /** Most steps of a run. */
  readonly steps: number;
}

/** Applies random steps to the API and the model; throws with the shortest sequence in which they differ. */
export async function runModel({ runs, steps }: ModelRuns): Promise<void> {
  const api = await openHarness();
  const nextRun = createRuns(api);
  const play = fc.asyncProperty(
    fc.commands<Model, World, boolean>([...anyStep], { maxCommands: steps, size: 'max' }),
    async (sequence) => {
      const run = await nextRun();
      await fc.asyncModelRun(() => run, sequence);
      await checkEverything(run);
    },
  );
  try {
    await fc.assert(play, { numRuns: runs });
  } finally {
    await api.close();
  }
}

/** In the end every holder's feed is checked, and the inbox of one of them. */
async function checkEverything({ model, real }: Run): Promise<void> {
  const everything = {
    days: 365,
    categories: [],
    assets: [],
    severities: [],
    directions: [],
    newOnly: false,
    showAll: true,
    by: 'detected',
    sort: 'recent',
  } as const;
  for (const by of model.holders.keys()) await checkFeed(real, by, model, everything);
  await checkInbox(real, model.changes.length % holders, model, { pageSize: null, unread: false });
}
