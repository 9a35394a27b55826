/**
 * Preloaded into `attestry up`: measures the delay of the main thread's timers and serves it on a Unix socket. A GET
 * returns the delays since the last one, milliseconds, and the resident memory, bytes.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const socket = process.env['ATTESTRY_BENCH_PROBE'];
/** The histogram counts the timer's own period as delay. */
const periodMs = 1;

/** Anonymous pages: neither a mapped file nor the program. Only Linux reports them. */
function ownMemory() {
  try {
    const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

if (isMainThread && socket !== undefined && process.argv[2] === 'up') {
  const delays = monitorEventLoopDelay({ resolution: periodMs });
  delays.enable();
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - periodMs);
  const server = createServer((_, response) => {
    const reading = {
      p50: milliseconds(delays.percentile(50)),
      p99: milliseconds(delays.percentile(99)),
      max: milliseconds(delays.max),
      rss: process.memoryUsage().rss,
      own: ownMemory(),
    };
    delays.reset();
    response.setHeader('connection', 'close').end(JSON.stringify(reading));
  });
  server.listen(socket);
  server.unref();
}
