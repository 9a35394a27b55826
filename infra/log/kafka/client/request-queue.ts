import { type RequestQueue, requestQueuePrototype } from './internals.ts';

const checkMs = 10;

/**
 * kafkajs checks the request queue of every connection in an endless loop of 1 ms timers, even when it is empty: about 5 %
 * of a core for an idle producer and consumer. This replacement checks only while a request waits.
 */
export function stopIdleTimers(): void {
  requestQueuePrototype().scheduleCheckPendingRequests = scheduleCheck;
}

function scheduleCheck(this: RequestQueue): void {
  if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
  const throttledMs = this.throttledUntil - Date.now();
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    },
    throttledMs > 0 ? throttledMs : checkMs,
  );
}
