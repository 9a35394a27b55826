/** The rules of watchlists, written a second time and as simply as possible: tests compare the folds with it. */
export interface ModelItem {
  listed: boolean;
  state: 'gathering' | 'ready' | 'unresolved';
  paused: boolean;
  note: string | null;
  addedAt: number;
  changedAt: number;
  intakes: number;
  /** Whether changes are hidden from each time on, in the order of the log. */
  hidden: { readonly from: number; readonly is: boolean }[];
}

export interface ModelTenant {
  limit: number;
  readonly createdAt: number;
  readonly items: Map<string, ModelItem>;
}

export type ModelCommand =
  | { readonly do: 'add'; readonly asset: string; readonly by: 'key' | 'operator'; readonly isPublic: boolean }
  | { readonly do: 'update'; readonly asset: string; readonly enabled?: boolean; readonly note?: string | null }
  | { readonly do: 'remove'; readonly asset: string }
  | { readonly do: 'finish'; readonly asset: string; readonly outcome: 'ready' | 'partial' | 'unresolved' }
  | { readonly do: 'retry'; readonly asset: string }
  | { readonly do: 'limit'; readonly limit: number };

export interface ModelAnswer {
  readonly status: 'accepted' | 'unchanged' | 'rejected';
  readonly code: string | null;
  readonly used: number;
  readonly limit: number;
}

export const usedOf = (tenant: ModelTenant): number => [...tenant.items.values()].filter((item) => item.listed).length;

export function step(tenant: ModelTenant, command: ModelCommand, at: number): ModelAnswer {
  const answer = (status: ModelAnswer['status'], code: string | null = null): ModelAnswer => ({
    status,
    code,
    used: usedOf(tenant),
    limit: tenant.limit,
  });
  if (command.do === 'limit') {
    const same = tenant.limit === command.limit;
    tenant.limit = command.limit;
    return answer(same ? 'unchanged' : 'accepted');
  }
  const item = tenant.items.get(command.asset);
  if (command.do === 'add') {
    if (item?.listed === true) {
      if (item.state === 'unresolved') change(item, at, { state: 'gathering', intakes: item.intakes + 1 });
      return answer('unchanged');
    }
    if (command.by === 'key' && !command.isPublic) return answer('rejected', 'not_found');
    if (usedOf(tenant) >= tenant.limit) return answer('rejected', 'watchlist_limit_reached');
    const begin = Math.max(at, tenant.createdAt, item?.changedAt ?? 0);
    const added = item ?? newItem(begin);
    tenant.items.set(command.asset, added);
    change(added, begin, { listed: true, state: 'gathering', paused: false, note: null, intakes: added.intakes + 1 });
    return answer('accepted');
  }
  if (command.do === 'finish') {
    if (item?.listed !== true || item.state !== 'gathering') return answer('unchanged');
    change(item, at, { state: command.outcome === 'unresolved' ? 'unresolved' : 'ready' });
    return answer('accepted');
  }
  if (item?.listed !== true) return answer('rejected', 'not_found');
  switch (command.do) {
    case 'update': {
      const paused = command.enabled === undefined ? item.paused : !command.enabled;
      const note = command.note === undefined ? item.note : command.note;
      if (paused === item.paused && note === item.note) return answer('unchanged');
      change(item, at, { paused, note });
      return answer('accepted');
    }
    case 'remove':
      change(item, at, { listed: false });
      return answer('accepted');
    case 'retry':
      if (item.state === 'ready') return answer('unchanged');
      change(item, at, { state: 'gathering', intakes: item.intakes + 1 });
      return answer('accepted');
  }
}

/** Whether a change of the asset at `time` is hidden from the tenant, once the asset was ever added. */
export const isHidden = (item: ModelItem, time: number): boolean =>
  item.hidden.findLast(({ from }) => from <= time)?.is ?? false;

const newItem = (at: number): ModelItem => ({
  listed: false,
  state: 'gathering',
  paused: false,
  note: null,
  addedAt: at,
  changedAt: at,
  intakes: 0,
  hidden: [],
});

function change(item: ModelItem, at: number, values: Partial<ModelItem>): void {
  Object.assign(item, values);
  item.changedAt = Math.max(at, item.changedAt);
  item.hidden.push({ from: item.changedAt, is: !item.listed || item.paused || item.state === 'unresolved' });
}
