// The children of a browsed node, and their age: browsed values are not updated, so they become old. Pure.
import { errorCode } from '../../../contract/errors.ts'
import type { BrowsedNode } from './contract.ts'

/** Children of a node, and the index of the next page; `askedAt`: before the request, epoch ms. */
export type Listing = { nodes: readonly BrowsedNode[]; next: number | null; askedAt: number }
export type Fault = { code: number; msg: string }
export type Browsed = Listing | { fault: Fault }
/** Reads a page of children of a node; without a node those of the root. */
export type Browse = (node: string | undefined, from: number) => Promise<Browsed>

/** Age in ms from which values are shown as old. */
export const oldAfterMs = 30_000

export const isOld = ({ askedAt }: Listing, { now, isHeard }: { now: number; isHeard: boolean }): boolean =>
  !isHeard || now - askedAt > oldAfterMs

/** Reloads the given number of children, page by page; all have the age of the first page. */
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

/** Pauses before retries of temporary faults, ms. A rejected login is not retried: servers lock accounts. */
const againMs = [5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000] as const
const passing: readonly number[] = (
  ['commandTimeout', 'gatewayOffline', 'gatewaySleeping', 'plcBusy', 'plcTimeout', 'plcUnreachable'] as const
).map(errorCode)

/** Whether a fault can end without a user, such as a device that is switched off. */
export const passes = (code: number): boolean => code < 0 || passing.includes(code)

/** The pause before the next automatic retry; undefined: only the user retries. Each retry is logged. */
export const tryAgainMs = ({ code }: Fault, tries: number): number | undefined =>
  passes(code) ? againMs[tries] : undefined

/**
 * An address without its long OPC UA namespace, which is usually the same within a branch; the tooltip has the full
 * address.
 */
export const shortAddress = (address: string): string => address.replace(/^nsu=[^;]*;/, '…;')
