import type { PlantedFault } from './planted-fault.ts';

const file = 'infra/log/wake.ts';

/** Consumers that are not woken, or too early. */
export const faultsOfWakes: readonly PlantedFault[] = [
  {
    name: 'wake-listening',
    world: 'wake',
    what: 'a thread misses what the main thread saw before it followed for this thread',
    within: 1_000,
    edits: [{ file, find: '    poll();\n    isPolledFor = true;', replace: '    isPolledFor = true;' }],
  },
  {
    name: 'wake-counts-others',
    world: 'wake',
    what: 'an append of another process beside an own one counts as announced',
    within: 5_000,
    edits: [
      {
        file,
        find: 'seen[environment] = appends;',
        replace: 'newAppends(environment);',
      },
    ],
  },
  {
    name: 'bell-trusted',
    world: 'wake',
    what: 'nothing polls where the bell is heard, so a lost ring is a lost record',
    within: 1_000,
    edits: [
      {
        file,
        find: 'timer ??= setInterval(poll, isDeaf ? pollMs : pollBesideBellMs);',
        replace: 'timer ??= setInterval(isDeaf ? poll : () => undefined, pollMs);',
      },
    ],
  },
  {
    name: 'bell-failed',
    world: 'wake',
    what: 'nothing polls after the kernel has reported that rings are no longer heard',
    within: 1_000,
    edits: [{ file, find: 'isDeaf = true;\n    adjustPoll();', replace: 'isDeaf = true;' }],
  },
  {
    name: 'wake-not-forwarded',
    world: 'wake',
    what: 'the thread that polls does not wake the others',
    within: 1_000,
    edits: [{ file, find: 'if (pollsForOthers) post({ environment, appends });', replace: '' }],
  },
  {
    name: 'wake-closed-ignored',
    world: 'wake',
    what: 'workers do not poll after the main thread closed its log',
    within: 1_000,
    edits: [{ file, find: "else if (message === 'closed') isPolledFor = false;", replace: '' }],
  },
  {
    name: 'wake-polled-for-unasked',
    world: 'wake',
    what: 'a worker takes it from its start that the main thread polls for it',
    within: 1_000,
    edits: [{ file, find: 'let isPolledFor = false;', replace: 'let isPolledFor = !isMainThread;' }],
  },
  {
    name: 'bell-cleared-late',
    world: 'wake',
    what: 'a second ring is awaited after the linger',
    within: 1_000,
    edits: [
      {
        file: 'infra/log/consume.ts',
        find: 'await bell.rung();\n        if (!isStopping()) await linger.wait(options.lingerMs ?? 0);',
        replace:
          'await bell.rung();\n        await linger.wait(options.lingerMs ?? 0);\n        announced = true;\n        await bell.rung();',
      },
    ],
  },
  {
    name: 'stale-snapshot',
    world: 'wake',
    what: 'a consumer reads in the snapshot of its last poll',
    within: 1_000,
    edits: [
      {
        file: 'infra/log/consume.ts',
        find: 'for (const name of environments) engine.environments[name].refresh();',
        replace: '',
      },
    ],
  },
  {
    name: 'announce-before-commit',
    world: 'wake',
    what: 'readers are woken before the records are visible',
    within: 1_000,
    edits: [
      {
        file: 'infra/log/embedded.ts',
        find: 'const { offsets, appends } = await environment.transaction(() => writeRecords(environment, own));',
        replace: `const soon = environment.ends.get({ slot: 0xffffffff, offset: 0 });
    wake.announce(name, (soon === undefined ? 0 : soon.readUInt32BE(4)) + 1);
    const { offsets } = await environment.transaction(() => writeRecords(environment, own));
    const appends = null;`,
      },
    ],
  },
];
