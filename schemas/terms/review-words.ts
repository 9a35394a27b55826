/** Words before the name of a reviewer, or before the reason, in every text of a change that has either. */
const reviewWords = ['Reviewed by ', 'review was taken back by ', 'candidate was dismissed on '] as const;

/** Whether a text of a change names who reviewed it, or why. */
export const namesReview = (text: string): boolean => reviewWords.some((words) => text.includes(words));
