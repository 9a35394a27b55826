/** Roles that can be processes of a cluster, besides `serve`. */
export const runRoles = ['publishers', 'processors', 'sink', 'deliver'] as const;
export type RunRole = (typeof runRoles)[number];

/** A process of the service: `up` has all roles, the others one each. */
export type Role = 'up' | 'serve' | `run ${RunRole}`;

const runs = ['lock', 'role metrics', 'log'] as const;

/** The parts of every role in the order of their start. They stop in reverse. The README shows this as a table. */
export const roles = {
  up: [
    'lock',
    'tables host',
    'http',
    'log and topics',
    'own tables',
    'broken tables',
    'caches',
    'pushing sink',
    'workers',
    'refilled tables',
    'table server watch',
    'log watch',
    'coverage',
    'API',
    'webhooks',
    'background workers',
    'housekeeping',
    'erasing',
    'tables socket',
    'SQL port',
    'registry port',
    'standstill watch',
    'metrics',
    'requests',
  ],
  serve: [
    'http',
    'log',
    'served tables',
    'caches',
    'coverage',
    'API',
    'engine watch',
    'standstill watch',
    'API metrics',
    'requests',
  ],
  'run publishers': [...runs, 'workers', 'log watch', 'standstill watch', 'readiness'],
  'run processors': [...runs, 'workers', 'log watch', 'standstill watch', 'readiness'],
  'run sink': [
    ...runs,
    'sink tables',
    'workers',
    'log watch',
    'job tables',
    'table server watch',
    'housekeeping',
    'erasing',
    'standstill watch',
    'readiness',
  ],
  'run deliver': [
    ...runs,
    'served tables',
    'caches',
    'filled caches',
    'webhooks',
    'engine watch',
    'standstill watch',
    'readiness',
  ],
} as const satisfies Readonly<Record<Role, readonly string[]>>;

export type PartName = (typeof roles)[Role][number];

/** `run sink` → `sink`. */
export const nameOfRole = (role: `run ${RunRole}`): RunRole => role.slice('run '.length) as RunRole;
