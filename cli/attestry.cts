#!/usr/bin/env node
// Only source maps of modules that are loaded later are read. With them, stack traces name the files of the repository.
process.setSourceMapsEnabled(true);

// Before any other module: with too few open files, loading them fails.
import('./program/process/open-files.ts')
  .then(async ({ openFileLimit, openFilesSentence, tooFewOpenFiles }) => {
    const refusal = tooFewOpenFiles(process.argv.slice(2), openFileLimit());
    if (refusal !== null) {
      process.stderr.write(`${refusal.message}\n`);
      process.exitCode = refusal.code;
      return;
    }
    try {
      const { useCompileCache } = await import('./program/process/compile-cache.ts');
      useCompileCache(process.env);
      const { main } = await import('./main.ts');
      await main(process.argv);
    } catch (error) {
      const sentence = openFilesSentence(error);
      if (sentence === null) throw error;
      process.stderr.write(`${sentence}\n`);
      process.exitCode = 1;
    }
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
