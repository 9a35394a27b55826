import type { KeptBody } from './kept-body.ts';

/** What has a body while the store retains it. */
export interface BodyHolder {
  body: KeptBody | null;
}

/** Bounds the bytes of bodies in memory: beyond it those that were not used for the longest time are dropped. */
export interface BodyStore<H extends BodyHolder> {
  /** Gives the holder its body, in place of the earlier holder of this name, unless the body is too long. */
  readonly add: (name: string, tenantId: string | null, holder: H, body: KeptBody) => void;
  /** The body was sent. */
  readonly used: (holder: H) => void;
  readonly dropTenant: (tenantId: string) => void;
}

interface Place {
  readonly name: string;
  readonly tenantId: string | null;
  size: number;
}

/** `most` bytes together, at most `longest` bytes each. */
export function createBodyStore<H extends BodyHolder>(most: number, longest: number): BodyStore<H> {
  /** Least recently used first. */
  const places = new Map<H, Place>();
  const named = new Map<string, H>();
  const ofTenants = new Map<string, Set<H>>();
  let total = 0;

  const drop = (holder: H): void => {
    const place = places.get(holder);
    if (place === undefined) return;
    const { name, tenantId, size } = place;
    places.delete(holder);
    named.delete(name);
    total -= size;
    holder.body = null;
    if (tenantId === null) return;
    const others = ofTenants.get(tenantId);
    others?.delete(holder);
    if (others?.size === 0) ofTenants.delete(tenantId);
  };
  const evict = (): void => {
    for (const holder of places.keys()) {
      if (total <= most) return;
      drop(holder);
    }
  };
  const grow = (holder: H, place: Place, bytes: number): void => {
    if (places.get(holder) !== place) return;
    place.size += bytes;
    total += bytes;
    evict();
  };

  return {
    add: (name, tenantId, holder, body) => {
      const earlier = named.get(name);
      if (earlier !== undefined) drop(earlier);
      const size = body.size();
      if (size > longest) return;
      const place = { name, tenantId, size };
      holder.body = body;
      places.set(holder, place);
      named.set(name, holder);
      if (tenantId !== null) ofTenants.set(tenantId, (ofTenants.get(tenantId) ?? new Set()).add(holder));
      total += size;
      body.onPacked((bytes) => grow(holder, place, bytes));
      evict();
    },
    used: (holder) => {
      const place = places.get(holder);
      if (place === undefined) return;
      places.delete(holder);
      places.set(holder, place);
    },
    dropTenant: (tenantId) => {
      for (const holder of ofTenants.get(tenantId) ?? []) drop(holder);
    },
  };
}
