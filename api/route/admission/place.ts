import type { Admission } from './admission.ts';
import type { Work } from './work-estimate.ts';

/** The place of one request among those in flight; it is counted at most once. */
export interface Place {
  readonly enter: () => void;
  /** Starts the work that the request waits for. */
  readonly begin: (operation: string) => void;
  /** Ends that work. */
  readonly done: () => void;
  readonly leave: () => void;
}

/** @param patient whether the request is admitted however long the work takes */
export function placeIn(admission: Admission, kind: 'read' | 'write', patient: boolean): Place {
  let entered: (() => void) | null = null;
  let work: Work | null = null;
  return {
    enter: () => {
      entered ??= admission.enter(kind);
    },
    begin: (operation) => {
      work = admission.begin(operation, patient || work !== null);
    },
    done: () => work?.done(),
    leave: () => {
      work?.dropped();
      entered?.();
      entered = null;
    },
  };
}
