/** What is read of a log before this process opens it: its newest records, or all of it. */
export type Extent = 'newest' | 'all';
