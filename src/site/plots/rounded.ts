/** A tenth of a pixel is finer than a screen shows. */
export const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;
