import type { GuardedPost } from '../../../infra/fetch/guarded-post.ts';

/** How messages are sent, and where to. */
export interface WebhookSender {
  readonly post: GuardedPost;
  /** Throws FetchRefusal for an address that nothing is ever sent to. */
  readonly check: (url: string) => URL;
}
