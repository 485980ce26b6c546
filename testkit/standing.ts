// Whether everybody else is served while something long is calculated.

/** The longest that nobody was served meanwhile, as a share of the whole time. */
export async function longestStand(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let longest = 0
  let last = began
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    await act()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest / (performance.now() - began)
}
