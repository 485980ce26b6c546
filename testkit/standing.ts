// Measures how long other work waits during a long calculation.

/** The longest time without a turn of the event loop, as a share of the whole time. */
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
