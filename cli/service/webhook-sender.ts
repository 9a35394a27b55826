import type { Config } from '../../infra/config/config.ts';
import { checkedUrl, createGuardedPost, type GuardedPost } from '../../infra/fetch/guarded-post.ts';
import { userAgent } from '../program/version.ts';

export interface WebhookSender {
  readonly post: GuardedPost;
  /** Throws FetchRefusal for an address that nothing is ever sent to. */
  readonly check: (url: string) => URL;
}

/** How webhooks are sent, by the sender and by hand. */
export const webhookSender = ({ fetchAllow }: Pick<Config, 'fetchAllow'>): WebhookSender => {
  const allowed = new Set(fetchAllow.map((entry) => entry.trim().toLowerCase()));
  return {
    post: createGuardedPost({ allow: fetchAllow, userAgent: userAgent() }),
    check: (url) => checkedUrl(url, allowed).url,
  };
};
