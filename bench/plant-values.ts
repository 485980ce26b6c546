// Simulated values, as JSON text generated in advance: of ten signals six are random walks with two decimals, one has
// full doubles, two are integers, one is on or off.

export const poolSize = 2048

type Make = (before: number) => [value: number, text: string]

/** Ten series of `poolSize` values; the same seed gives the same values. */
export function valuePool(seed = 7): string[][] {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const walk: Make = (before) => {
    const value = Math.round((before + (next() - 0.5) * 0.8) * 100) / 100
    return [value, String(value)]
  }
  const double: Make = (before) => [before + next() - 0.5, String(Math.PI * (before + next()))]
  const integer: Make = (before) => {
    const value = Math.round(before + (next() - 0.5) * 6)
    return [value, String(value)]
  }
  const flag: Make = (before) => {
    const value = next() < 0.02 ? Number(before <= 0) : Number(before > 0)
    return [value, String(value === 1)]
  }
  return [walk, walk, walk, walk, walk, walk, double, integer, integer, flag].map(series)
}

function series(make: Make): string[] {
  let value = 50
  return Array.from({ length: poolSize }, () => {
    const [next, text] = make(value)
    value = next
    return text
  })
}
