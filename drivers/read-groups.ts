// Reads many blocks by few requests, for protocols with a request that reads scattered words.
import { DriverFault, type Span } from './driver.ts'

const noAnswer = 1714
const illegalFunction = 1720

/** `many`: several blocks in one request. `canMany` is set to false once the PLC does not know that request. */
export type GroupReader = {
  canMany: boolean
  one(span: Span): Promise<Uint8Array>
  many(spans: readonly Span[]): Promise<Uint8Array[]>
  /** The pause that the PLC needs between two requests. */
  pause(): Promise<void>
}

/**
 * Blocks in groups that one request can read, by their indices: with at most `room` words, or alone. `costOf`: the words
 * that a block needs of the room; 0 if it must be read alone.
 */
export function groupsOf(spans: readonly Span[], room: number, costOf: (span: Span) => number): number[][] {
  const alone: number[][] = []
  const groups: { indices: number[]; cost: number }[] = []
  for (const [index, span] of spans.entries()) {
    const cost = costOf(span)
    if (cost === 0 || cost > room) {
      alone.push([index])
      continue
    }
    const group = groups.at(-1)
    if (group && group.cost + cost <= room) {
      group.indices.push(index)
      group.cost += cost
    } else groups.push({ indices: [index], cost })
  }
  return [...groups.map(({ indices }) => indices), ...alone]
}

/** The answers in the order of `spans`. Throws a fault that concerns all of them. */
export async function readGroups(
  spans: readonly Span[],
  groups: readonly number[][],
  reader: GroupReader,
): Promise<(Uint8Array | DriverFault)[]> {
  const answers: (Uint8Array | DriverFault)[] = []
  for (const [at, group] of groups.entries()) {
    if (at > 0) await reader.pause()
    const own = group.map((index) => spans[index]!)
    for (const [index, answer] of (await readGroup(own, reader)).entries()) answers[group[index]!] = answer
  }
  return answers
}

/** Reads blocks by one request. If the PLC refuses it, halves the group until the refused blocks are found. */
async function readGroup(spans: readonly Span[], reader: GroupReader): Promise<(Uint8Array | DriverFault)[]> {
  try {
    if (spans.length === 1) return [await reader.one(spans[0]!)]
    if (reader.canMany) return await reader.many(spans)
  } catch (error) {
    if (!(error instanceof DriverFault) || error.broken || error.code === noAnswer) throw error
    if (spans.length === 1) return [error]
    if (error.code === illegalFunction) reader.canMany = false
    await reader.pause()
  }
  const middle = spans.length >> 1
  const first = await readGroup(spans.slice(0, middle), reader)
  await reader.pause()
  return [...first, ...(await readGroup(spans.slice(middle), reader))]
}
