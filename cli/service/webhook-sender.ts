import type { WebhookSender } from '../../api/readmodel/webhooks/sender.ts';
import type { Config } from '../../infra/config/config.ts';
import { checkedUrl, createGuardedPost } from '../../infra/fetch/guarded-post.ts';
import { userAgent } from '../program/version.ts';

/** How webhooks are sent, by the sender and by hand. */
export const webhookSender = ({ fetchAllow }: Pick<Config, 'fetchAllow'>): WebhookSender => {
  const allowed = new Set(fetchAllow.map((entry) => entry.trim().toLowerCase()));
  return {
    post: createGuardedPost({ allow: fetchAllow, userAgent: userAgent() }),
    check: (url) => checkedUrl(url, allowed).url,
  };
};
