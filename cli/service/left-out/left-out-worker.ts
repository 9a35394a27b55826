import { parentPort, workerData } from 'node:worker_threads';
import { leftOutOf, type LeftOutJob } from './left-out-of.ts';

// The entry of a thread that runs the rules over one reading: on a long document they would delay the answers of the API.
process.setSourceMapsEnabled(true);

parentPort?.postMessage(leftOutOf(workerData as LeftOutJob));
