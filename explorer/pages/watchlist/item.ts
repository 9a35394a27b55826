export const itemPath = (itemId: string): string => `/watchlist/${itemId}`;
