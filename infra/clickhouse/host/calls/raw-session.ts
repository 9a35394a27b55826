import type { RawLane } from '../../embedded/lane-settings.ts';
import type { ReadOnlySession, SessionOptions } from '../../tables.ts';
import type { Host } from '../child.ts';
import type { Figures } from '../wire/messages.ts';

/**
 * Opens a connection of a host for one request, and ends it when `use` has settled.
 * @param onBegin gets the id by which the queries of the connection can be cancelled, before it is open
 */
export async function withSessionOn<R>(
  host: Host,
  lane: RawLane,
  options: SessionOptions,
  use: (session: ReadOnlySession) => Promise<R>,
  onBegin: (id: number) => void = () => undefined,
): Promise<R> {
  const { id, reply } = host.request({ op: 'begin', lane, ...options });
  onBegin(id);
  await reply;
  try {
    return await use({
      run: async (sql, format) => {
        const answer = await host.request({ op: 'run', session: id, format }, Buffer.from(sql, 'utf8')).reply;
        const figures = answer.result as Figures;
        return { bytes: answer.body, ...figures };
      },
    });
  } finally {
    // Its connection ends with the host as well.
    host.request({ op: 'end', session: id }).reply.catch(() => undefined);
  }
}
