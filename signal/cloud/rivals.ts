// Detects two agents with one identity, as when a gateway's folder was copied to a second box: they disconnect each
// other in turn. An agent generates an id at each start; an id that returns after another one is no restart.

type Rivals = {
  /** True when two agents alternate: the run id was followed by another one and is now used again. */
  isRival(sn: string, run: string): boolean
}

// Maximum number of alternating agents; older ids are forgotten.
const wordsKept = 4
const gatewaysKept = 200_000

export function createRivals(): Rivals {
  const words = new Map<string, readonly string[]>()
  return {
    isRival(sn, run) {
      const [last, ...earlier] = words.get(sn) ?? []
      if (last === run) return false
      if (words.size >= gatewaysKept) words.clear()
      const others = [last, ...earlier].filter((word): word is string => word !== undefined && word !== run)
      words.set(sn, [run, ...others].slice(0, wordsKept))
      return earlier.includes(run)
    },
  }
}
