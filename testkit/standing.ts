// How long everybody else waits while something is calculated.

/** The longest that the event loop stood still meanwhile, ms: nobody was served for so long. */
export async function longestStand(act: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
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
  return longest
}
