// Calls that are made in one turn of the loop, answered by one question.

/** Asks for all keys of a turn at once; a key that has no answer is answered `undefined`, a failure fails all of them. */
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

/** Acts one after the other, each begun at least so long after the one before. */
export function spaced(everyMs: number): <T>(act: () => Promise<T>) => Promise<T> {
  let freeAt = Number.NEGATIVE_INFINITY
  return async (act) => {
    const now = performance.now()
    const at = Math.max(now, freeAt)
    freeAt = at + everyMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
    return act()
  }
}
