/** Rounds to a tenth of a pixel, which is finer than a screen shows and keeps the markup short. */
export const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;
