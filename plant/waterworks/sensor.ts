/** An instrument: the true value with its noise of this deviation. No instrument here shows negative values. */
export type Sensor = (truth: number, sigma: number) => number
