import { type PlantedFault, plantedIn } from './planted-fault.ts';
import { positionFirst } from './position-first.ts';

/** State, positions and outputs that do not belong together. */
export const faultsOfFolds: readonly PlantedFault[] = [
  plantedIn('accounts', 200)(
    'key-use-stated-again',
    'a second use of a key on the same day is stated again',
    'pipeline/accounts/keys.ts',
    '(key.usedOn !== null && key.usedOn >= usedOn)',
    '(key.usedOn !== null && key.usedOn > usedOn)',
  ),
  plantedIn('accounts', 200)('position-first', 'the position is committed before outputs and state', ...positionFirst),
  {
    name: 'failed-append-acknowledged',
    world: 'accounts',
    what: 'an append that found no room is acknowledged',
    within: 200,
    edits: [
      {
        file: 'infra/log/embedded.ts',
        find: "for (const result of written) if (result.status === 'rejected') throw result.reason;",
        replace: '',
      },
    ],
  },
  {
    name: 'overlay-forgets-batch',
    world: 'accounts',
    what: 'a fold reads the state before its batch',
    within: 200,
    edits: [
      {
        file: 'pipeline/runtime/overlay.ts',
        find: 'if (value === undefined) value = batch.get(key);',
        replace: '',
      },
    ],
  },
  {
    name: 'dedupe-dropped',
    world: 'accounts',
    what: 'a command that comes again is decided again',
    within: 200,
    edits: [
      {
        file: 'pipeline/accounts/accounts.ts',
        find: 'if (given !== undefined) return ok(',
        replace: 'if (given !== undefined && input.offset < 0) return ok(',
      },
    ],
  },
  {
    name: 'dedupe-without-tenant',
    world: 'accounts',
    what: 'answers are kept by command id alone',
    within: 200,
    edits: [
      {
        file: 'pipeline/accounts/answers.ts',
        find: 'const answerKey = (tenantId: string, commandId: string): string => `answer/${tenantId}/${commandId}`;',
        replace: 'const answerKey = (_: string, commandId: string): string => `answer/${commandId}`;',
      },
    ],
  },
  {
    name: 'cap-off-by-one',
    world: 'accounts',
    what: 'a tenant may watch one asset more than its limit',
    within: 200,
    edits: [
      {
        file: 'pipeline/accounts/watch.ts',
        find: 'if (used >= settings.limit)',
        replace: 'if (used > settings.limit)',
      },
    ],
  },
  {
    name: 'intake-id-without-seq',
    world: 'accounts',
    what: 'the commands that end two intakes of an item have one id',
    within: 200,
    edits: [
      {
        file: 'pipeline/accounts/intake.ts',
        find: 'hashOf([type, tenantId, itemId, intakeSeq, registryPosition])',
        replace: 'hashOf([type, tenantId, itemId, registryPosition])',
      },
    ],
  },
  {
    name: 'restore-not-repeated',
    world: 'accounts',
    what: 'a full disk while the state of a partition is restored ends the role',
    within: 200,
    edits: [
      {
        file: 'pipeline/runtime/partitions/restore.ts',
        find: 'commitIfOwned(supervision, store, { assignment }, ',
        replace: 'commitIfOwned({ retry: (work) => work() }, store, { assignment }, ',
      },
    ],
  },
  plantedIn('accounts', 200)(
    'batch-out-of-order',
    'the commands of a batch are appended in another order than that of its entries',
    'api/readmodel/give-command.ts',
    'commands.send(made, traceparent)',
    'commands.send(made.toReversed(), traceparent)',
  ),
  plantedIn('accounts', 200)(
    'batch-adds-again',
    'an entry of a batch that is on the list already is answered as added',
    'api/readmodel/resources/watchlist/batch/decision.ts',
    "if (outcome.status === 'unchanged') return already;",
    "if (outcome.status === 'unchanged') return added;",
  ),
  plantedIn('accounts', 200)(
    'requests-off-by-one',
    'a tenant may have one open request more than its limit',
    'pipeline/accounts/requests.ts',
    'filter(isOpen).length >= mostOpenRequests',
    'filter(isOpen).length > mostOpenRequests',
  ),
  plantedIn('accounts', 200)(
    'request-of-any-tenant',
    'the requests of two tenants for a token have one id',
    'pipeline/accounts/requests.ts',
    'uuidV5(namespaces.request, `${tenantId}|${caip19}`)',
    'uuidV5(namespaces.request, `${tenantId.slice(0, 8)}|${caip19}`)',
  ),
  plantedIn('accounts', 200)(
    'request-not-registered',
    'a request stays open although its token is public',
    'api/readmodel/resources/requests/requests.ts',
    'if (asset !== null) return {',
    "if (asset !== null && request.state !== 'open') return {",
  ),
];
