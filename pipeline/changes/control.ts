/** Control records: the rule set in force, dates of regimes, and days that begin. */
import { type ControlValue, control } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import type { RuleSet } from '../impact/rule.ts';
import { type RuleBook, ruleSetOf, ruleSetVersions } from '../impact/rulesets.ts';
import { type Input, type KeyedState, ok, type Output, park, type Result } from '../runtime/processor.ts';
import { emitChanges, type InForce } from './build-change.ts';
import { summaryOf } from './composition/summary.ts';
import { regimeFact } from './established/regime-dates.ts';
import { tickOutputs } from './established/ticks.ts';
import { withFacts } from './established/with-facts.ts';
import { assetsDue } from './families/edges/follow/dates.ts';
import { edgesAtTick } from './families/edges/read/at-tick.ts';
import { recompose } from './recompose.ts';
import { parseCanonical } from '../../schemas/parse-value.ts';
import { shapeProblem } from '../../schemas/shape-check.ts';

const activeKey = 'rules';

/** The regimes of an asset and the rule set in force at the current position of the fold. */
export const inForceFor = (state: KeyedState, assetId: string, rules: RuleBook): InForce => ({
  regimes: summaryOf(state, assetId).regimes,
  ruleSet: activeRuleSet(state, rules),
});

function activeRuleSet(state: KeyedState, rules: RuleBook): RuleSet {
  const version = rules.pinned === true ? rules.initial : (state.get<string>(activeKey) ?? rules.initial);
  const ruleSet = ruleSetOf(version, rules);
  if (ruleSet === undefined) throw new Error(`state names the rule set ${version}, which this program does not have`);
  return ruleSet;
}

/** Control records: `rules` puts a rule set in force, `regime` dates one, a `tick` begins a day. */
export function applyControl(state: KeyedState, input: Input<'observations'>, rules: RuleBook): Result {
  const { value: observation } = input;
  const read = readControl(observation);
  if (!read.ok) return park(read.reason);
  const { control } = read;
  if (control.kind === 'tick') return beginDay(state, input, (assetId) => inForceFor(state, assetId, rules));
  if (control.kind === 'regime') return ok([regimeFact(observation, input.offset)]);
  if (rules.pinned === true) return ok();
  const version = control.ruleset ?? '';
  if (ruleSetOf(version, rules) === undefined) {
    return park(`the rule set ${JSON.stringify(version)} is not one of ${ruleSetVersions(rules).join(', ')}`);
  }
  if (state.get<string>(activeKey) !== version) state.put(activeKey, version);
  return ok();
}

/** Applies a tick: what sources stated for this day takes effect, and readers of established facts get the day. */
function beginDay(
  stored: KeyedState,
  { value: tick, offset: position }: Input<'observations'>,
  inForceOf: (assetId: string) => InForce,
): Result {
  const outputs: Output[] = [];
  for (const assetId of assetsDue(stored, tick)) {
    const observation: Observation = { ...tick, assetId };
    const inForce = (): InForce => inForceOf(assetId);
    const result = withFacts(stored, observation, position, (state) => {
      const observed = { state, observation };
      const { changes, ...links } = edgesAtTick(observed, inForce);
      return ok(recompose(emitChanges(changes), { ...observed, inForce, position }, links));
    });
    if (result.kind === 'park') return result;
    outputs.push(...result.outputs);
  }
  return ok([...outputs, ...tickOutputs(stored, tick, position)]);
}

type ReadControl =
  | { readonly ok: true; readonly control: ControlValue }
  | { readonly ok: false; readonly reason: string };

/** Parses and checks a control record. */
export function readControl({ value }: Observation): ReadControl {
  const parsed = parseCanonical(value);
  if (!parsed.ok) return parsed;
  const problem = shapeProblem(control, parsed.value);
  if (problem !== null) return { ok: false, reason: `the control record is not usable: ${problem}` };
  return { ok: true, control: parsed.value as ControlValue };
}
