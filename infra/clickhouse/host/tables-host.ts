/**
 * A process with the engine of the tables and nothing else. It serves its parent over file descriptor 3 and ends with it.
 * Started by `child.ts`.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { openAnalystTables } from '../embedded/analyst-tables.ts';
import { openEmbeddedTables } from '../embedded/embedded.ts';
import { serveTables } from './serve.ts';
import { writeOwnerFile } from '../owner/owner-file.ts';

/** Ends this process without the engine's destructors, which wait for queries. */
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

/** The parent decides when this process ends: a signal to the whole group, as of a terminal, reaches the parent as well. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

/** The kernel should end this process before the one with the log. */
const offerToOomKiller = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not Linux, or not permitted.
  }
};

/**
 * The engine's handler of fatal signals sleeps for minutes before it ends the process. Adding and removing a listener puts the
 * system's default back, which ends it at once.
 */
const endAtFaults = (): void => {
  for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'] as const) {
    const listener = (): void => undefined;
    process.on(signal, listener);
    process.off(signal, listener);
  }
};

offerToOomKiller();
const parent = new Socket({ fd: 3, readable: true, writable: true });
parent.on('error', end);
parent.on('close', end);
serveTables(parent, {
  open: async ({ engine, directory, views, serverMemoryBytes, floorBytes }) => {
    const tables =
      views === null
        ? await openEmbeddedTables(directory, { serverMemoryBytes, floorBytes })
        : await openAnalystTables(directory, engine, views, serverMemoryBytes);
    endAtFaults();
    writeOwnerFile(directory, engine);
    return tables;
  },
  residentBytes: () => process.memoryUsage.rss(),
});
