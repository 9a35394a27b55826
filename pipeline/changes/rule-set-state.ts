import type { ControlValue } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import type { RuleSet } from '../impact/rule.ts';
import { type RuleBook, ruleSetOf, ruleSetVersions } from '../impact/rulesets.ts';
import { type KeyedState, ok, park, type Result } from '../runtime/processor.ts';
import { parseCanonical, shapeProblem } from './reading.ts';

const activeKey = 'rules';

/** The rule set in force where the fold stands. */
export function activeRuleSet(state: KeyedState, rules: RuleBook): RuleSet {
  const version = state.get<string>(activeKey) ?? rules.initial;
  const ruleSet = ruleSetOf(version, rules);
  if (ruleSet === undefined) throw new Error(`state names the rule set ${version}, which this program does not have`);
  return ruleSet;
}

/** Control records: `rules` puts a rule set in force; `tick` is the seat of rules that wait for a date. */
export function applyControl(state: KeyedState, observation: Observation, rules: RuleBook): Result {
  const parsed = parseCanonical(observation.value);
  if (!parsed.ok) return park(parsed.reason);
  const problem = shapeProblem('control', parsed.value);
  if (problem !== null) return park(`the control record is not usable: ${problem}`);
  const control = parsed.value as ControlValue;
  if (control.kind === 'tick') return ok();
  const version = control.ruleset ?? '';
  if (ruleSetOf(version, rules) === undefined) {
    return park(`the rule set ${JSON.stringify(version)} is not one of ${ruleSetVersions(rules).join(', ')}`);
  }
  if (state.get<string>(activeKey) !== version) state.put(activeKey, version);
  return ok();
}
