#!/usr/bin/env node
// libuv reads the size of its thread pool when the first work is queued, and loading an ES module queues work: this must
// come before. Each waiting query of the in-process ClickHouse holds one of these threads.
process.env['UV_THREADPOOL_SIZE'] ??= '16';

// Only source maps of modules that are loaded later are read. With them, stack traces name the files of the repository.
process.setSourceMapsEnabled(true);

import('./main.ts').then(
  ({ main }) => main(process.argv),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
