// Combines calls of one turn of the event loop into one request.

/** Requests all keys of a turn together; a key without an answer returns `undefined`, and a failure fails all calls. */
export function gatherer<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let next: { keys: Set<K>; answer: Promise<ReadonlyMap<K, V>> } | undefined
  return async (key) => {
    if (!next) {
      const keys = new Set<K>()
      const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
        next = undefined
        return ask([...keys])
      })
      next = { keys, answer }
    }
    next.keys.add(key)
    return (await next.answer).get(key)
  }
}

/** Runs functions one after the other, each started at least `everyMs` after the previous one. */
export function spaceOut(everyMs: number): <T>(act: () => Promise<T>) => Promise<T> {
  let freeAt = Number.NEGATIVE_INFINITY
  return async (act) => {
    const now = performance.now()
    const at = Math.max(now, freeAt)
    freeAt = at + everyMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
    return act()
  }
}
