import { topicNames, topics } from '../../schemas/topics.ts';

/** Views for analysts: the names of the public topics with `_` for `.`. */
export const analystViews: readonly string[] = topicNames
  .filter((topic) => topics[topic].public)
  .map((topic) => topic.replaceAll('.', '_'));
