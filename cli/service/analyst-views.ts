import { topicNames, topics } from '../../schemas/topics.ts';

/** Views of the public topics: their names with `_` for `.`. */
export const topicViews: readonly string[] = topicNames
  .filter((topic) => topics[topic].public)
  .map((topic) => topic.replaceAll('.', '_'));

/** Views over tables of public topics with members of JSON text as columns, or with every record. */
export const typedViews = [
  'token_authorities',
  'token_supply',
  'disclosed_values',
  'obligation_verdicts',
  'register_row_history',
  'change_revisions',
  'registry_history',
  'change_times',
] as const;

/** Tables with every record of a public topic, from which typed views read. */
export const historyTables = [
  'store_register_rows_history',
  'store_sanctions_entries_history',
  'store_changes_history',
  'store_registry_parties_history',
  'store_registry_assets_history',
] as const;

/** All views for analysts. */
export const analystViews: readonly string[] = [...topicViews, ...typedViews];
