// Stores namespace URIs for addresses written with an index, such as `ns=2`: the URI that the index had at the first
// connection after the address was configured. It is on disk before the address is used, and never changes afterwards
// for that address of that driver, whatever the server does. An address that is added when its index has another URI
// than at first is not resolved: otherwise two addresses with one index would belong to two machines.
// docs/decisions/0047
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type ConfiguredDriver, isRefusal } from '../driver.ts'
import { parseNodeAddress } from './address.ts'
import { type LearntUris, learntKey } from './namespaces.ts'

/**
 * `uris`: URI of each address. `indices`: the first URI of each index, stored even after its last address was removed.
 * If the endpoint URL differs, the file is ignored, because another URL means another server.
 */
const Noted = z.object({
  endpointUrl: z.string(),
  uris: z.record(z.string(), z.string()),
  indices: z.record(z.string(), z.string()).optional(),
})
type Noted = z.output<typeof Noted>

const fileOf = (home: string, driverId: number) => join(home, `namespaces-${driverId}.json`)

/**
 * The URIs for these drivers; `uris` are the current ones of the server. New ones are stored first; rejects if that
 * fails.
 */
export async function learn(
  home: string,
  endpointUrl: string,
  drivers: readonly ConfiguredDriver[],
  uris: readonly string[],
): Promise<LearntUris> {
  const learnt = new Map<string, string>()
  for (const driver of drivers) {
    const noted = await notedOf(home, endpointUrl, driver, uris)
    for (const point of driver.points) {
      const uri = noted[point.address]
      if (uri === undefined) continue
      learnt.set(learntKey(point), uri)
      learnt.set(point.address, uri)
    }
  }
  return learnt
}

async function notedOf(
  home: string,
  endpointUrl: string,
  { id, points }: ConfiguredDriver,
  uris: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const indexed = points.flatMap(({ address }) => {
    const index = indexOf(address)
    return index === undefined ? [] : [{ address, index }]
  })
  const path = fileOf(home, id)
  const before = await load(path)
  if (before === undefined && indexed.length === 0) return {}
  // The URIs must not be guessed: these addresses stay bad until a user writes them with a URI.
  if (before === 'damaged') return Object.fromEntries(indexed.map(({ address }) => [address, `? (${path} is damaged)`]))
  const known = before?.endpointUrl === endpointUrl.toLowerCase() ? before : undefined
  const next: Record<string, string> = {}
  const indices = firstUris(known)
  const contested: Record<string, string> = {}
  for (const { address, index } of indexed) {
    const [noted, first, now] = [ownOf(known?.uris, address), ownOf(indices, String(index)), uris[index]]
    if (noted !== undefined) next[address] = noted
    else if (first !== undefined && now !== undefined && first !== now)
      contested[address] = `ns=${index} (${first} before, ${now} now)`
    else if (now !== undefined) {
      next[address] = now
      indices[index] = now
    }
  }
  const stored = { endpointUrl: endpointUrl.toLowerCase(), uris: next, indices }
  if (JSON.stringify(stored) !== JSON.stringify(known)) await store(home, path, stored)
  return { ...next, ...contested }
}

/** The index of an address written with one; 0 is the standard's own namespace in every server. */
function indexOf(address: string): number | undefined {
  const parsed = parseNodeAddress(address)
  const index = isRefusal(parsed) ? 0 : parsed.namespace
  return typeof index === 'number' && index > 0 ? index : undefined
}

const ownOf = (record: Readonly<Record<string, string>> | undefined, key: string): string | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/** The first URI of each index; files of earlier releases have only those of their addresses. */
function firstUris(known: Noted | undefined): Record<string, string> {
  const ofAddresses = Object.entries(known?.uris ?? {}).map(([address, uri]) => [String(indexOf(address)), uri])
  return { ...Object.fromEntries(ofAddresses), ...known?.indices }
}

async function load(path: string): Promise<Noted | 'damaged' | undefined> {
  try {
    return Noted.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'damaged'
  }
}

async function store(home: string, path: string, noted: Noted): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(noted))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
