/** Looks again and again until there is something. The patience only ends a test that would never end. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined, patienceMs = 25_000): Promise<T> {
  const end = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`it never came to be: ${look}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
