// What was read of a node and how long it may stand: nothing tells a browsed value again, so that it grows old by itself.
// Pure.
import { errorCode } from '../../../contract/errors.ts'
import type { BrowsedNode } from './contract.ts'

/** Children of a node with the place of the next ones; `askedAt` is before the device was asked, epoch ms. */
export type Listing = { nodes: readonly BrowsedNode[]; next: number | null; askedAt: number }
export type Fault = { code: number; msg: string }
export type Browsed = Listing | { fault: Fault }
/** Without a node: the root. */
export type Browse = (node: string | undefined, from: number) => Promise<Browsed>

/** A value that was read so long ago says no more how it is now. */
export const oldAfterMs = 30_000

export const isOld = ({ askedAt }: Listing, { now, isHeard }: { now: number; isHeard: boolean }): boolean =>
  !isHeard || now - askedAt > oldAfterMs

/** As many children as were shown before, a page after the other; what was read of them is as old as the first page. */
export async function readUpTo(browse: Browse, node: string | undefined, wanted: number): Promise<Browsed> {
  const first = await browse(node, 0)
  if ('fault' in first) return first
  let listing = first
  while (listing.next !== null && listing.nodes.length < wanted) {
    const more = await readMore(browse, node, listing)
    if ('fault' in more) return more
    listing = more
  }
  return listing
}

export async function readMore(browse: Browse, node: string | undefined, before: Listing): Promise<Browsed> {
  const page = await browse(node, before.next ?? 0)
  return 'fault' in page ? page : { ...page, nodes: [...before.nodes, ...page.nodes], askedAt: before.askedAt }
}

/** Pauses before what passes by itself is tried again. A login that was refused is not: servers lock accounts. */
const againMs = [5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000] as const
const passing: readonly number[] = (
  ['commandTimeout', 'gatewayOffline', 'gatewaySleeping', 'plcBusy', 'plcTimeout', 'plcUnreachable'] as const
).map(errorCode)

/** Whether a fault ends without a person, as that of a device that is switched off. */
export const passes = (code: number): boolean => code < 0 || passing.includes(code)

/** When to read again by itself, or nothing: then a person asks. Each try has its line in the operation log. */
export const tryAgainMs = ({ code }: Fault, tries: number): number | undefined =>
  passes(code) ? againMs[tries] : undefined

/** An address without its long OPC UA namespace, which all nodes of a branch share as a rule; the tooltip has it whole. */
export const shortAddress = (address: string): string => address.replace(/^nsu=[^;]*;/, '…;')
