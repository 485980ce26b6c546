// Looking through the address space of a PLC: one question after the other, as the gateway answers one at a time.
import { useEffect, useRef } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import type { DriverId, EquipmentId } from '../../contract/fields.ts'
import { newUuid } from '../../core/new-uuid.ts'
import { pollCommand } from '../../signal/web/command.ts'
import { type BrowsedNode, browseNodes, browseResult } from './contract.ts'

/** Children of a node with the place of the next ones, or why there are none to show. */
export type Browsed = { nodes: BrowsedNode[]; next: number | null } | { fault: string }
/** Without a node: the root. */
export type Browse = (node: string | undefined, from: number) => Promise<Browsed>

/** Whoever leaves ends the waiting. */
export function useBrowse(equipmentId: EquipmentId, driverId: DriverId): Browse {
  const leaving = useRef<AbortController>(undefined)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current?.abort()
  }, [])
  return (node, from) => {
    const asking = last.current.then(() => ask({ equipmentId, driverId, node, from }, leaving.current?.signal))
    last.current = asking
    return asking
  }
}

type Asked = { equipmentId: EquipmentId; driverId: DriverId; node: string | undefined; from: number }

async function ask({ node, ...at }: Asked, signal: AbortSignal | undefined): Promise<Browsed> {
  try {
    signal?.throwIfAborted()
    const { uuid } = await call(browseNodes, { ...at, node: node ?? null, uuid: newUuid() })
    const read = async () => ({ ...(await call(browseResult, { uuid })), value: null })
    const outcome = await pollCommand(uuid, read, signal ? { signal } : {})
    if (outcome.code === 200 && 'nodes' in outcome) return { nodes: outcome.nodes, next: outcome.next }
    return { fault: outcome.msg }
  } catch (error) {
    if (error instanceof ApiError) return { fault: error.message }
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
