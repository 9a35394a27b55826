import { UsageError } from '../../../../infra/errors.ts';
import { giveCommand, type GiveCommandDependencies } from '../../give-command.ts';

/**
 * Declines requests, each of its tenant; one that was decided or withdrawn meanwhile stays as it is. UsageError for a reason
 * that the log does not accept.
 */
export async function declineRequests(
  requests: readonly { readonly requestId: string; readonly tenantId: string }[],
  { reason, actor }: { readonly reason: string; readonly actor: string },
  dependencies: GiveCommandDependencies,
): Promise<void> {
  const outcomes = await Promise.all(
    requests.map(({ tenantId, requestId }) =>
      giveCommand({ tenantId, type: 'request.decline', body: { requestId, reason }, actor }, dependencies),
    ),
  );
  const refused = outcomes.find(({ status, code }) => status === 'rejected' && code !== 'not_found');
  if (refused !== undefined) throw new UsageError(refused.message ?? 'the command was rejected');
}
