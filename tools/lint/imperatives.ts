/** Verbs with which the subject of a commit begins. Add one that is missing. */
export const imperatives: ReadonlySet<string> = new Set(
  `accept acknowledge add admit adopt agree align allow annotate answer append apply approve archive ask assert assess assign attach
  audit avoid await back backport batch begin bind block bound build bump bundle cache call cancel cap capture catch change
  check choose clarify clean clear close collapse collect combine commit compact compare compile compose compress compute
  confirm connect consolidate convert copy correct count cover create cut decide declare decode decouple dedupe deduplicate
  default defer define delay delete deliver demand deny deprecate derive describe detach detect disable disallow display
  distinguish divide do document download downgrade drain draw drop emit empty enable encode end enforce ensure erase escape evaluate
  exclude exit expand expect explain export expose extend extract fail fence fetch fill filter find finish fit fix flag
  flatten flush fold follow forbid force format forward freeze gather generate give grant group guard handle hang harden hash hide
  hold ignore implement import improve include increase index inherit initialise inline insert install introduce
  invalidate invert isolate issue join judge keep kill know label lead lease leave let lift limit link lint list load lock log lower make manage
  map mark mask match measure memoize mend merge migrate mock model modernise monitor move name narrow normalise note notice notify number
  observe offer omit open order organise outline overlap override pack package page pair park parse part pass pause permit persist pick pin
  place plan plant point poll port prefer prepare present preserve prevent print probe process produce prohibit prompt
  propagate protect prove provide prune publish pull purge push put query queue quote raise rank read rearrange rebuild
  recognise recompute reconcile record recover redact redirect reduce refactor refer refine reflect refold refresh refuse
  regenerate register reject relax release reload remove rename render reopen reorder reorganise repair repeat replace
  replay report require reread reserve reset resolve respect respond restart restore restrict resume retain retire retry return
  reuse revert review revise revoke rewrite roll rotate route run sanitise save scan schedule scope screen seal search
  see seed select send separate serialise serve set settle shard share shorten show shrink shut sign simplify simulate skip
  slice sort speed split spread squash stabilise stage standardise start state stop store stream strengthen strip
  subscribe suggest supply support suppress surface swap switch sync tag take test throw tidy tighten time track trace
  translate treat trim truncate try tune turn type undo unify unlock unpin update upgrade use validate verify version
  wait wake walk warn watch weigh widen withdraw withhold word work wrap write zero`
    .split(/\s+/)
    // By themselves: as words of a text they are refused.
    .concat('look', 'tell'),
);
