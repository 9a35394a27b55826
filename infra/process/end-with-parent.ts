import { Worker } from 'node:worker_threads';

/** Runs beside the main thread, which may be computing: the pipe closes when the parent ends, however it ends. */
const watch = `
const { Socket } = require('node:net');
const end = () => process.kill(process.pid, 'SIGKILL');
new Socket({ fd: require('node:worker_threads').workerData, readable: true, writable: false })
  .on('error', end).on('close', end).resume();
`;

/**
 * Ends this process by SIGKILL as soon as its parent does, even by SIGKILL. `fd` is a pipe whose other end the parent alone has,
 * and to which it writes nothing.
 */
export function endWithParent(fd: number): void {
  new Worker(watch, { eval: true, execArgv: [], workerData: fd }).unref();
}
