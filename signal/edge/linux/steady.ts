/** Smallest reported change of a signal strength, percent: each report costs data volume. */
const unheard = 10

/** Returns a filter that repeats its last output until the input differs enough from it. */
export function steady(): (percent: number | undefined) => number | undefined {
  let held: number | undefined
  return (percent) => {
    if (percent === undefined || held === undefined || Math.abs(percent - held) >= unheard) held = percent
    return held
  }
}
