// What the gateway notes of addresses that are written with an index, `ns=2`: the URI that the index had at the first
// connection after the address was configured. It is on the disk before a value is read or written by it, and is never
// noted again for the same address of the same driver, whatever the server does. docs/decisions/0047
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConfiguredDriver } from '../driver.ts'
import { isRefusal } from '../driver.ts'
import { parseNodeAddress } from './address.ts'
import { type Learnt, learntKey } from './namespaces.ts'

/** `uris` by address. Of another endpoint it says nothing: whoever changes that commissions the driver anew. */
const Noted = z.object({ endpointUrl: z.string(), uris: z.record(z.string(), z.string()) })
type Noted = z.output<typeof Noted>

const fileOf = (home: string, driverId: number) => join(home, `namespaces-${driverId}.json`)

/** The URIs for these drivers, whose server has `uris` now. New ones are stored first; rejects when that fails. */
export async function learn(
  home: string,
  endpointUrl: string,
  drivers: readonly ConfiguredDriver[],
  uris: readonly string[],
): Promise<Learnt> {
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
    const parsed = parseNodeAddress(address)
    const index = isRefusal(parsed) ? 0 : parsed.namespace
    return typeof index === 'number' && index > 0 ? [{ address, index }] : []
  })
  const path = fileOf(home, id)
  if (indexed.length === 0) {
    await rm(path, { force: true })
    return {}
  }
  const before = await load(path)
  // Its URIs must not be guessed anew: these addresses are bad until somebody writes them with a URI.
  if (before === 'damaged') return Object.fromEntries(indexed.map(({ address }) => [address, `? (${path} is damaged)`]))
  const known = before?.endpointUrl === endpointUrl.toLowerCase() ? before.uris : {}
  const next: Record<string, string> = {}
  for (const { address, index } of indexed) {
    const uri = Object.hasOwn(known, address) ? known[address] : uris[index]
    if (uri) next[address] = uri
  }
  const isSame = JSON.stringify(Object.entries(next)) === JSON.stringify(Object.entries(known))
  if (!isSame) await store(home, path, { endpointUrl: endpointUrl.toLowerCase(), uris: next })
  return next
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
