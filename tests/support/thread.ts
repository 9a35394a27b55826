import { Worker } from 'node:worker_threads';
import { loaderArguments, moduleUrl } from './module-url.ts';

/** A script that runs in a thread. */
export interface ThreadScript {
  /** Names in the script, and the modules of the repository behind them, such as `infra/log/wake.ts`. */
  readonly modules: Readonly<Record<string, string>>;
  /** JavaScript in which `parentPort`, `data` and the modules are there. */
  readonly script: string;
  readonly data?: unknown;
}

/** Starts a thread that loads these modules as this process does: as sources, or compiled. */
export function startThread({ modules, script, data }: ThreadScript): Worker {
  const imports = Object.entries(modules).map(
    ([name, path]) => `const ${name} = await import(${JSON.stringify(moduleUrl(path))});`,
  );
  const text = `
    import { parentPort, workerData } from 'node:worker_threads';
    if (workerData.tsx !== null) (await import(workerData.tsx)).register();
    const { data } = workerData;
    ${imports.join('\n')}
    ${script}
  `;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {
    workerData: { tsx: loaderArguments.length > 0 ? import.meta.resolve('tsx/esm/api') : null, data },
  });
}
