import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { type ClientEvidence, commandKey } from '../worlds/accounts/accounts-state.ts';
import type { AccountEvidence } from './account-evidence.ts';

/** Nothing acknowledged is lost: the answer that a client got is the answer on the log, and every command has one. */
export function checkAcknowledgedCommands(
  simulation: Simulation,
  { commands, answers }: AccountEvidence,
  { acknowledged }: ClientEvidence,
): void {
  const violate = (message: string): void => simulation.violate('acknowledged-commands', message);
  for (const [command, outcome] of acknowledged) {
    const answer = answers.get(command)?.outcome ?? null;
    if (answer === null) violate(`command ${command} was acknowledged, and has no answer on the log`);
    else if (canonicalJson(answer) !== canonicalJson(outcome)) {
      violate(`command ${command} was answered ${canonicalJson(outcome)}; the log has ${canonicalJson(answer)}`);
    }
  }
  for (const { value } of commands) {
    const command = commandKey(value.tenantId, value.commandId);
    if (!answers.has(command)) violate(`command ${command} is on the log and has no answer`);
  }
}
