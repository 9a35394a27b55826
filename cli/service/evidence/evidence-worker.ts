import { parentPort, workerData } from 'node:worker_threads';
import type { EvidenceJob } from './messages.ts';

// The entry of the thread that computes one evidence page. Hashing and folding would delay the answers of the API.
process.setSourceMapsEnabled(true);

if (parentPort !== null) {
  const { openArtifacts } = await import('../../../infra/artifacts/open-artifacts.ts');
  const { loadConfig } = await import('../../../infra/config/config.ts');
  const { computeEvidence } = await import('./compute.ts');
  const artifacts = await openArtifacts(loadConfig().config);
  parentPort.postMessage(await computeEvidence(workerData as EvidenceJob, artifacts));
}
