// Browses the address space of a PLC: one request after the other, because the gateway answers one at a time.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { DriverId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { newUuid } from '../../../core/new-uuid.ts'
import { pollCommand } from '../../../signal/web/command.ts'
import { type Browse, type Browsed, type Fault, type Listing, readMore, readUpTo, tryAgainMs } from './children.ts'
import { browseNodes, browseResult } from './contract.ts'

/** A gateway gives up after `probeMs`; an answer that has not arrived shortly afterwards never will. */
const patienceMs = limits.probeMs + 2_000

/** Unmounting or a lost connection aborts pending requests, so that they do not delay later ones. */
export function useBrowse(equipmentId: EquipmentId, driverId: DriverId, isOpen: boolean): Browse {
  const leaving = useRef<AbortController>(undefined)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the road opens
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current?.abort()
  }, [isOpen])
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
    const askedAt = Date.now()
    const { uuid } = await call(browseNodes, { ...at, node: node ?? null, uuid: newUuid() })
    const read = async () => ({ ...(await call(browseResult, { uuid })), value: null })
    const outcome = await pollCommand(uuid, read, { waitMs: patienceMs, ...(signal ? { signal } : {}) })
    const { code, msg } = outcome
    return code === 200 && 'nodes' in outcome
      ? { nodes: outcome.nodes, next: outcome.next, askedAt }
      : { fault: { code, msg } }
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 0
    return { fault: { code, msg: error instanceof Error ? error.message : String(error) } }
  }
}

type State = {
  listing?: Listing
  fault?: Fault
  isBusy: boolean
  tries: number
  /** The connection was lost since the children were read: they are outdated until reloaded. */
  isCut: boolean
}
export type Children = Omit<State, 'tries'> & {
  readAgain: () => void
  readMore: () => void
  /** An automatic retry is scheduled. */
  isTriedAgain: boolean
}

/**
 * The children of a node, loaded when first shown and whenever the device becomes reachable again. Temporary faults are
 * retried. `isOpen`: no known fault prevents the device from answering.
 */
export function useChildren(browse: Browse, node: string | undefined, isOpen: boolean): Children {
  const [{ tries, ...state }, setState] = useState<State>({ isBusy: isOpen, tries: 0, isCut: false })
  const turn = useRef(0)
  const { listing, fault, isBusy } = state
  const read = (asking: () => Promise<Browsed>) => {
    turn.current += 1
    const own = turn.current
    setState((before) => ({ ...before, isBusy: true }))
    void asking().then((answer) => {
      if (own !== turn.current) return
      setState((before) =>
        'fault' in answer
          ? { ...before, fault: answer.fault, isBusy: false, tries: before.tries + 1 }
          : { listing: answer, isBusy: false, tries: 0, isCut: false },
      )
    })
  }
  const readAgain = () => read(() => readUpTo(browse, node, listing?.nodes.length ?? 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each node, and for each time the road opens
  useEffect(() => {
    if (isOpen) readAgain()
    else setState((before) => ({ ...before, isCut: true }))
    return () => {
      turn.current += 1
    }
  }, [node, isOpen])
  const againMs = fault && isOpen ? tryAgainMs(fault, tries - 1) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try that failed
  useEffect(() => {
    if (againMs === undefined) return undefined
    const timer = setTimeout(readAgain, againMs)
    return () => clearTimeout(timer)
  }, [tries, againMs])
  return {
    ...state,
    readAgain: () => !isBusy && readAgain(),
    readMore: () => !isBusy && listing && read(() => readMore(browse, node, listing)),
    isTriedAgain: againMs !== undefined,
  }
}
