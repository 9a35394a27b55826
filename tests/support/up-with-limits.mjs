/**
 * `attestry up` with the limits of `UP_LIMITS`, and a way for a test past the guard of analysts' queries: POST a query, its
 * settings and its format as JSON to the address `unguardedUrl` of the ready line.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { defaultAnalystLimits, defaultHostLimits } from '../../dist/infra/clickhouse/host/watch/limits.js';
import { command, runs } from '../../dist/cli/program/command.js';
import { runUntilStopped } from '../../dist/cli/service/run-until-stopped.js';

/** @type {import('./service.ts').LimitsOfUp} */
const { tables, analysts } = JSON.parse(process.env['UP_LIMITS'] ?? '{}');

const up = async (context) => {
  await runUntilStopped(context, {
    role: 'up',
    chosen: [],
    hostLimits: {
      limits: { ...defaultHostLimits(), ...tables },
      analystLimits: { ...defaultAnalystLimits(), ...analysts },
    },
    onReady: async ({ value }) => {
      const { analyst } = value('tables').raw;
      const server = createServer((request, response) => {
        answer(analyst, request).then(
          (reply) => response.end(reply),
          (error) => response.writeHead(503).end(String(error)),
        );
      });
      // It must not keep the process alive.
      server.unref();
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      const urls = { httpUrl: value('front').httpUrl, sqlUrl: value('sqlUrl') };
      context.out.result({ ...urls, unguardedUrl: `http://127.0.0.1:${server.address().port}` }, '');
    },
  });
};

async function answer(analyst, request) {
  const { sql, settings, format } = JSON.parse(await text(request));
  const { bytes } = await analyst.withSession({ settings, parameters: {} }, ({ run }) => run(sql, format));
  return Buffer.from(bytes);
}

await command('up-with-limits', '').action(runs(up)).parseAsync(process.argv);
