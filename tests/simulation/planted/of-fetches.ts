import { type PlantedFault, plantedIn } from './planted-fault.ts';

const fault = plantedIn('feeds', 200);

const withoutFilter = {
  file: 'infra/fetch/filtering-agents.ts',
  find: 'if (secure) return allowed ? new HttpsAgent() : new RequestFilteringHttpsAgent();',
  replace: 'if (secure) return new HttpsAgent();',
} as const;

/** Exchanges that reach what they must not, take what is not whole, or never end. */
export const faultsOfFetches: readonly PlantedFault[] = [
  {
    name: 'private-addresses-reached',
    world: 'feeds',
    what: 'the addresses of a name are not checked',
    within: 200,
    edits: [
      withoutFilter,
      {
        file: 'infra/fetch/denied-networks.ts',
        find: 'const bad = error === null && addressesOf().some(isDenied);',
        replace: 'const bad = error === null && addressesOf().length === 0;',
      },
    ],
  },
  {
    name: 'name-resolved-twice',
    world: 'feeds',
    what: 'the connection is made by another resolution of the name than the one that was checked',
    within: 200,
    edits: [
      withoutFilter,
      {
        file: 'infra/fetch/denied-networks.ts',
        find: 'done(bad ? new Error(`${name} resolves to an address that is not public`) : error, address, family);',
        replace:
          'if (bad || error !== null) done(error ?? new Error(`${name} is not public`), address, family);\n      else lookup(name, options, done);',
      },
    ],
  },
  fault(
    'redirect-trusted',
    'the address of a redirect is not checked',
    'infra/fetch/guarded-fetch.ts',
    'target = guardUrl(location, request.hosts, settings.allowed, true);',
    'target = { url: new URL(location), allowed: true };',
  ),
  fault(
    'cut-body-accepted',
    'what came of a body that was cut off counts as the file',
    'infra/fetch/read-body.ts',
    'for await (const chunk of body) chunks.push(chunk);\n  });',
    'for await (const chunk of body) chunks.push(chunk);\n  }).catch(() => undefined);',
  ),
  fault(
    'endless-body-read',
    'a body is read beyond its limit',
    'infra/fetch/read-body.ts',
    'if (size > maximum) throw new AnswerTooLarge(maximum, verb);',
    'if (size > maximum && size < 0) throw new AnswerTooLarge(maximum, verb);',
  ),
  fault(
    'fetch-without-limit',
    'a fetch waits for its server without a limit',
    'infra/fetch/deadline.ts',
    'cancel = startTimer(expire, left);',
    'cancel = () => void startTimer;',
  ),
];
