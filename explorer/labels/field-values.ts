/** The label of a field and its value in words, as the composition root gives them; null for any other field. */
export type DescribeValue = (field: string, value: string) => { readonly label: string; readonly text: string } | null;
