#!/usr/bin/env node
// Only source maps of modules that are loaded later are read. With them, stack traces name the files of the repository.
process.setSourceMapsEnabled(true);

import('./main.ts').then(
  ({ main }) => main(process.argv),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
