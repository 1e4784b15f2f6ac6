/** Where a page listens for its own changes. */
export const LIVE_PATH = '/live';
