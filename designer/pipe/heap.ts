// A stable binary min-heap.

type Heap<T> = { push(item: T, cost: number): void; pop(): T | undefined }

export function heap<T>(): Heap<T> {
  const all: { item: T; cost: number; turn: number }[] = []
  let turn = 0
  const isBefore = (a: number, b: number): boolean => {
    const [first, second] = [all[a]!, all[b]!]
    return first.cost < second.cost || (first.cost === second.cost && first.turn < second.turn)
  }
  const swap = (a: number, b: number): void => {
    const kept = all[a]!
    all[a] = all[b]!
    all[b] = kept
  }
  const sink = (): void => {
    for (let at = 0; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < all.length && isBefore(child, least)) least = child
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  return {
    push(item, cost) {
      turn += 1
      all.push({ item, cost, turn })
      for (let at = all.length - 1; at > 0; ) {
        const above = (at - 1) >> 1
        if (!isBefore(at, above)) return
        swap(at, above)
        at = above
      }
    },
    pop() {
      if (all.length === 0) return undefined
      swap(0, all.length - 1)
      const { item } = all.pop()!
      sink()
      return item
    },
  }
}
