/** Path of the stream that reports changes of a page. */
export const LIVE_PATH = '/live';
