import type { AnyPart } from './part.ts';
import type { PartName } from './roles.ts';

const processParts = () => import('./parts/process-parts.ts');
const tableParts = () => import('./parts/table-parts.ts');
const workerParts = () => import('./parts/worker-parts.ts');
const apiParts = () => import('./parts/api-parts.ts');
const jobParts = () => import('./parts/job-parts.ts');
const portParts = () => import('./parts/port-parts.ts');
const webhookParts = () => import('./parts/webhook-parts.ts');
const standstillParts = () => import('./parts/standstill-parts.ts');
const metricsParts = () => import('./parts/metrics-parts.ts');

/** Where each part is. A process loads only its own: a sink does not wait for the API's code. */
export const parts: Readonly<Record<PartName, () => Promise<AnyPart>>> = {
  lock: async () => (await processParts()).lock,
  'log and topics': async () => (await processParts()).logAndTopics,
  log: async () => (await processParts()).log,
  'log watch': async () => (await processParts()).logWatch,
  readiness: async () => (await processParts()).readiness,
  'tables host': async () => (await tableParts()).tablesHost,
  'own tables': async () => (await tableParts()).ownTables,
  'broken tables': async () => (await tableParts()).brokenTables,
  'refilled tables': async () => (await tableParts()).refilledTables,
  'served tables': async () => (await tableParts()).servedTables,
  'sink tables': async () => (await tableParts()).sinkTables,
  'pushing sink': async () => (await workerParts()).pushingSink,
  workers: async () => (await workerParts()).workers,
  'background workers': async () => (await workerParts()).backgroundWorkers,
  'table server watch': async () => (await workerParts()).tableServerWatch,
  http: async () => (await apiParts()).http,
  caches: async () => (await apiParts()).caches,
  coverage: async () => (await apiParts()).coverage,
  API: async () => (await apiParts()).api,
  'engine watch': async () => (await apiParts()).engineWatch,
  requests: async () => (await apiParts()).requests,
  'standstill watch': async () => (await standstillParts()).standstillWatch,
  'filled caches': async () => (await webhookParts()).filledCaches,
  webhooks: async () => (await webhookParts()).webhooks,
  'job tables': async () => (await jobParts()).jobTables,
  housekeeping: async () => (await jobParts()).housekeeping,
  erasing: async () => (await jobParts()).erasing,
  'tables socket': async () => (await portParts()).tablesSocketPart,
  'SQL port': async () => (await portParts()).sqlPort,
  'registry port': async () => (await portParts()).registryPort,
  metrics: async () => (await metricsParts()).metrics,
  'API metrics': async () => (await metricsParts()).apiMetrics,
  'role metrics': async () => (await metricsParts()).roleMetrics,
};
