import type Router from '@koa/router';
import type { RouteDependencies } from './dependencies.ts';
import type { GuardDependencies } from './guard.ts';
import type { RequestState } from './http/request-context.ts';
import type { RefusalPages } from './middleware/answer-errors.ts';
import type { ChangeReaders } from '../readmodel/resources/changes/readers.ts';
import type { InboxReaders } from '../readmodel/resources/notifications/inbox-reader.ts';
import type { Webhooks } from '../readmodel/webhooks/webhooks.ts';

/** What pages share with the API: its caches and readers, and the parts of its guard. */
export interface PageDependencies extends RouteDependencies, ChangeReaders, InboxReaders {
  readonly webhooks: Webhooks;
  readonly guard: Pick<GuardDependencies, 'admission' | 'clientAddress' | 'failures' | 'keys' | 'quota'>;
  /** Paths of the API, as patterns of the router: what is below them is never a page. */
  readonly apiPaths: readonly string[];
}

/** Pages for people, served by the API's listener. */
export interface Pages extends RefusalPages {
  /** Mounts every page. Throws if one is declared incompletely. */
  readonly mount: (router: Router<RequestState>) => void;
}

/** Makes the pages once the parts of the API exist. */
export type MakePages = (dependencies: PageDependencies) => Pages;
