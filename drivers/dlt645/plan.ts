// Distributes tags over requests: tags of one data identifier share a request, neighbouring values share one that reads
// their block. Pure.
import { DriverFault, isRefusal, type Point, type TagReading } from '../driver.ts'
import { type MeterAddress, parseMeterAddress } from './address.ts'
import type { Item, Standard } from './catalogue.ts'
import { keyOf } from './command.ts'
import { decodeValue, sizeOf } from './format.ts'

/** A tag within the answer to a request: its bytes begin at `at`. `index`: its position among the tags of the call. */
type Placed = { index: number; point: Point; address: MeterAddress; at: number }

/**
 * One request. `single`: where the request reads a block, the requests that read its values one by one; `size`: bytes of
 * one value of the block.
 */
export type Request = { di: readonly number[]; tags: readonly Placed[]; single?: readonly Request[]; size?: number }

const all = 0xff

/** The parsed address of a tag. Throws 1715; the configuration was checked before. */
export function addressOf(point: Point, standard: Standard): MeterAddress {
  const address = parseMeterAddress(point.address, { standard })
  if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
  return address
}

/** `refused`: keys of blocks that the meter does not have. */
export function planRequests(
  points: readonly Point[],
  standard: Standard,
  refused: ReadonlySet<string> | undefined,
): Request[] {
  const singles = new Map<string, Request & { tags: Placed[] }>()
  for (const [index, point] of points.entries()) {
    const address = addressOf(point, standard)
    const key = keyOf(address.di)
    const request = singles.get(key) ?? { di: address.di, tags: [] }
    request.tags.push({ index, point, address, at: address.offset })
    singles.set(key, request)
  }
  return refused ? joined([...singles.values()], refused) : [...singles.values()]
}

/** Replaces two or more requests for values of one block by one. */
function joined(singles: readonly Request[], refused: ReadonlySet<string>): Request[] {
  const groups = new Map<string, Request[]>()
  for (const single of singles) {
    const key = blockKey(single) ?? keyOf(single.di)
    groups.set(key, [...(groups.get(key) ?? []), single])
  }
  return [...groups].flatMap(([key, group]) => (group.length > 1 && !refused.has(key) ? [blockOf(group)] : group))
}

/** The key of the block that holds the values of a request; nothing if the standard has none, or for a user's format. */
function blockKey({ di, tags }: Request): string | undefined {
  const item = tags[0]!.address.item
  if (item?.row.block === undefined || tags.some(({ address }) => !address.item)) return undefined
  return keyOf(blockIdentifier(di, item.row.block))
}

const blockIdentifier = (di: readonly number[], byte: number): number[] =>
  di.map((each, index) => (index === byte ? all : each))

const sizeOfItem = ({ format, more }: Item): number => sizeOf(format) + (more ? sizeOf(more) : 0)

function blockOf(group: readonly Request[]): Request {
  const item = group[0]!.tags[0]!.address.item!
  const byte = item.row.block!
  const [first] = item.ranges[byte]!
  const size = sizeOfItem(item)
  const tags = group.flatMap(({ di, tags: own }) =>
    own.map((tag) => ({ ...tag, at: (di[byte]! - first) * size + tag.address.offset })),
  )
  return { di: blockIdentifier(group[0]!.di, byte), tags, single: group, size }
}

/** The reading of a tag from the data of an answer. */
export function readingOf({ point, address, at }: Placed, data: Uint8Array): TagReading {
  try {
    return { value: decodeValue(data.subarray(at), address.format, point.dataType, address.bit), agoMs: 0 }
  } catch (error) {
    if (error instanceof DriverFault) return { fault: error }
    throw error
  }
}

/** Whether the answer to a single request has the length that its row prescribes; a longer one is another layout. */
export function hasLength({ tags }: Request, data: Uint8Array): boolean {
  const item = tags.find(({ address }) => address.item)?.address.item
  return !item || data.length === sizeOfItem(item)
}
