import { join } from 'node:path';
import { acquireServiceLock } from '../../../infra/log/service-lock.ts';
import { refuseDemoKeys } from '../../accounts/demo-keys.ts';
import { isCluster, openEngine, openOwnEngine, prepareDataDirectory } from '../../engine/open-engine.ts';
import { untilReachable } from '../../engine/until-reachable.ts';
import { startLogWatch } from '../health/watch-log.ts';
import { definePart, nothing, type ServiceProcess } from '../part.ts';
import { nameOfRole, runRoles } from '../roles.ts';

/** Directories with state of this process's roles. A directory has one owner at a time. */
function stateDirectories({ role, config }: ServiceProcess): readonly string[] {
  const stateOf = (name: string): string => join(config.dataDir, 'roles', name);
  if (role === 'serve') return [];
  if (role !== 'up') return [stateOf(nameOfRole(role))];
  // On Kafka each role has a state directory of its own, which another process of that role may have locked.
  return [config.dataDir, ...(isCluster(config) ? runRoles.map(stateOf) : [])];
}

export const lock = definePart({
  name: 'lock',
  needs: [],
  gives: [],
  start: async (process) => {
    const { role, config, lifecycle, logger } = process;
    if (role === 'up') prepareDataDirectory(config);
    else prepareDataDirectory(config, 'state');
    for (const directory of stateDirectories(process)) {
      await lifecycle.start('service lock', async () => {
        const value = await acquireServiceLock(directory, `attestry ${role}`, (sentence) => logger.warn(sentence));
        return { value, stop: value.release };
      });
    }
    return nothing;
  },
});

/** `up` creates the topics of a cluster; it ends when the brokers are away. */
export const logAndTopics = definePart({
  name: 'log and topics',
  needs: [],
  gives: ['engine', 'logCheck'],
  start: async ({ config, logger, lifecycle, stage, clock, signal }) => {
    stage('log');
    if (isCluster(config)) {
      // Imported here so that a start without Kafka does not load its client.
      const { applyTopics } = await import('../../engine/apply-topics.ts');
      await applyTopics(config, logger);
    }
    const own = await lifecycle.start('log', async () => {
      const value = await openOwnEngine(config, logger, { now: clock(), signal, stage });
      return { value, stop: async () => value?.engine.close() };
    });
    if (own === null) return null;
    await refuseDemoKeys(own.engine, config, clock());
    return { engine: own.engine, logCheck: { extent: own.checked } };
  },
});

/** The log that another process creates; waits until it is reachable. */
export const log = definePart({
  name: 'log',
  needs: [],
  gives: ['engine'],
  start: async (process) => {
    const { config, logger, lifecycle, stage, role, clock } = process;
    stage('log');
    const engine = await lifecycle.start('log', async () => {
      const value = await untilReachable(() => openEngine(config, logger), process);
      return { value, stop: async () => value?.close() };
    });
    if (engine !== null && role === 'serve') await refuseDemoKeys(engine, config, clock());
    return engine === null ? null : { engine };
  },
});

/** On Kafka only: the embedded log is in this process. */
export const logWatch = definePart({
  name: 'log watch',
  needs: ['engine'],
  gives: [],
  start: async ({ config, lifecycle, board, onDeath }, { engine }) => {
    if (isCluster(config)) await startLogWatch(lifecycle, engine, board, onDeath);
    return nothing;
  },
});

/** Started last, so stopped first: `/readyz` fails before any part below stops. */
export const readiness = definePart({
  name: 'readiness',
  needs: [],
  gives: [],
  start: async ({ lifecycle, board }) => {
    await lifecycle.start('readiness', async () => ({
      value: null,
      stop: async () => board.note('service', 'is stopping'),
    }));
    return nothing;
  },
});
