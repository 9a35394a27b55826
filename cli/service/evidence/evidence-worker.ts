import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { EvidenceJob } from './messages.ts';

// The entry of a thread that computes evidence, a job at a time. Hashing and folding would delay the answers of the API.
process.setSourceMapsEnabled(true);

if (parentPort !== null) {
  // Before the modules are loaded: a job may come meanwhile.
  const jobs = on(parentPort, 'message') as AsyncIterable<readonly [EvidenceJob]>;
  const { openArtifacts } = await import('../../../infra/artifacts/open-artifacts.ts');
  const { loadConfig } = await import('../../../infra/config/config.ts');
  const { computeEvidence } = await import('./compute.ts');
  for await (const [job] of jobs) {
    // Opened for each job: nothing is retained between two. An error ends the thread.
    const artifacts = await openArtifacts(loadConfig().config);
    parentPort.postMessage(await computeEvidence(job, artifacts));
  }
}
