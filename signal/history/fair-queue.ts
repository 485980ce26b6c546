// A queue that serves companies in turn: a company with a thousand queries delays only itself.

type FairQueue<T> = {
  /** Adds an item; returns false if too many items wait, of this company or in total. */
  push(key: number, item: T): boolean
  /** The oldest entry of the company whose turn it is. */
  shift(): T | undefined
  /** Removes and returns all entries. */
  drain(): T[]
}

/** `most`: the limits in total and per company. */
export function createFairQueue<T>(most: { all: number; each: number }): FairQueue<T> {
  // The queues of the companies, in the order of their turns.
  const queues = new Map<number, T[]>()
  let size = 0
  return {
    push(key, item) {
      const queue = queues.get(key) ?? []
      if (size >= most.all || queue.length >= most.each) return false
      queues.set(key, queue)
      queue.push(item)
      size += 1
      return true
    },
    shift() {
      const [turn] = queues
      if (!turn) return undefined
      const [key, queue] = turn
      const item = queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      size -= 1
      return item
    },
    drain() {
      const all = [...queues.values()].flat()
      queues.clear()
      size = 0
      return all
    },
  }
}
