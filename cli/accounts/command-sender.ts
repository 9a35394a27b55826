import type { ApiDependencies } from '../../api/route/dependencies.ts';
import type { Engine } from '../engine/open-engine.ts';
import { appendValues } from '../log/append.ts';

/** Appends commands for the API and for the sender of webhooks. */
export const commandSender = (engine: Engine, clock: () => number): ApiDependencies['commands'] => ({
  send: async (commands, traceparent) => {
    const headers = traceparent === null ? {} : { traceparent };
    const timestamp = clock();
    const values = commands.map((value) => ({ value, timestamp, headers }));
    await appendValues(engine, 'accounts.commands', values);
  },
});
