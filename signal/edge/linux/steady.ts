/** Changes of a signal strength in percent that nobody needs to hear of: each report costs data volume. */
const unheard = 10

/** Holds a value until another one differs enough from it. */
export function steady(): (percent: number | undefined) => number | undefined {
  let held: number | undefined
  return (percent) => {
    if (percent === undefined || held === undefined || Math.abs(percent - held) >= unheard) held = percent
    return held
  }
}
