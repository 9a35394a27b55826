import type { ReceivedChange } from './change-stream.ts';
import { createClient } from './client.ts';

/** More at a time would measure the refusals of an overloaded service. */
const atATime = 8;
const refused = 503;

/** What was found of the changes that events named. */
interface EventReadings {
  readonly read: number;
  /** Of these, changes with a request that was refused because the service was overloaded. */
  readonly refused: number;
  /** What was not found or not listed, a sentence each. */
  readonly missed: readonly string[];
}

/** Reads each change that an event names, and the feed of its item, as soon as the event is there. */
interface EventReads {
  readonly onChange: (change: ReceivedChange) => void;
  /** Once all reads are answered. */
  readonly ended: () => Promise<EventReadings>;
}

export function readOnEvent(url: string, key: string): EventReads {
  const client = createClient(url, `Bearer ${key}`);
  const missed: string[] = [];
  const turns = Array.from({ length: atATime }, () => Promise.resolve());
  let begun = 0;
  let overloaded = 0;
  const read = async ({ id, watchlistItemId }: ReceivedChange): Promise<void> => {
    const [one, feed] = await Promise.all([
      client.send('GET', `/me/monitoring/changes/${id}`),
      // A feed has the newest 200; of one item none is among them only because the read is late.
      client.send('GET', `/me/monitoring/changes?item=${watchlistItemId}`),
    ]);
    if (one.status === refused || feed.status === refused) overloaded += 1;
    if (one.status !== 200 && one.status !== refused) missed.push(`change ${id} is answered ${one.status}`);
    if (feed.status !== 200 && feed.status !== refused) missed.push(`the feed is answered ${feed.status}`);
    if (feed.status === 200 && !feed.body.includes(`"${id}"`)) missed.push(`the feed does not list change ${id}`);
  };
  return {
    onChange: (change) => {
      const turn = begun % atATime;
      begun += 1;
      turns[turn] = (turns[turn] ?? Promise.resolve()).then(() => read(change));
    },
    ended: async () => {
      await Promise.all(turns);
      client.close();
      return { read: begun, refused: overloaded, missed };
    },
  };
}
