import { coverageParts, coverageReasonNames } from '../../../../schemas/coverage/reasons.ts';
import {
  arrayOf,
  closedObject,
  component,
  count,
  dateTime,
  named,
  oneOf,
  orNull,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import { standingQuery } from '../standing/schema.ts';
import { watchedAsset } from '../watchlist/watched-asset.ts';

/** Items of one page. */
export const pageSize = 500;

const state = oneOf('current', 'waiting', 'stale', 'failing', 'off', 'missing');
const ofEverySource = {
  state,
  reason: orNull(oneOf(...coverageReasonNames)),
  readAt: orNull(dateTime),
  limitSeconds: orNull(count),
};

const part = named(
  'CoveragePart',
  closedObject({
    part: oneOf(...coverageParts),
    ...ofEverySource,
    text,
    next: orNull(text),
    sources: arrayOf(component('CoverageSource', { source: text, ...ofEverySource })),
  }),
);

const item = named(
  'WatchedCoverage',
  closedObject({
    watchlistItemId: uuid,
    asset: watchedAsset,
    state: oneOf('full', 'partial', 'none'),
    current: count,
    of: count,
    parts: arrayOf(part),
  }),
);

export const coverageList = component('CoveragePage', { items: arrayOf(item, { maxItems: pageSize }) });

export const coverageQuery = standingQuery;
