// Two agents with one identity, as when a gateway's folder was copied to a second box, throw each other out of the broker
// in turn. An agent draws a word at each start: one that comes back after another came is no restart.

export type Rivals = {
  /** True when agents take turns: this word was followed by another one and is here again. */
  isRival(sn: string, run: string): boolean
}

// As many as may take turns; a word older than that is forgotten.
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
