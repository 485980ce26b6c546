// The list's own watching: the devices on screen stream slowly while somebody looks. It costs the gateways little, ends
// a minute after the last look, and pauses like all monitoring after ten idle minutes. [S4 Smart data saving]
import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { watchActivity } from '../../signal/web/activity.ts'
import { openMonitoring } from '../live/contract.ts'
import type { MonitorRow } from './contract.ts'

/** Seconds: of the stream, and for how long each look opens it. */
const intervalS = 10
const delayS = 60
const againMs = 50_000
/** Not all at once: each opening makes a gateway send everything. [S7] */
const apartMs = 100

/** Ids of the devices of a list that can stream now. */
export const streamable = (rows: readonly Pick<MonitorRow, 'id' | 'state' | 'vpn'>[]) =>
  rows.filter(({ state, vpn }) => state === 'online' && !vpn).map(({ id }) => id)

/** Keeps the devices on screen streaming slowly. */
export function useSlowStreams(rows: readonly MonitorRow[]): void {
  const ids = streamable(rows).join(',')
  useEffect(() => {
    if (ids === '') return
    const activity = watchActivity()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const look = () => {
      timers.clear()
      if (document.visibilityState !== 'visible' || activity.idleMs() >= limits.smartSavingMs) return
      ids.split(',').forEach((id, index) => {
        timers.add(setTimeout(() => open(Number(id)), index * apartMs))
      })
    }
    look()
    const again = setInterval(look, againMs)
    return () => {
      clearInterval(again)
      for (const timer of timers) clearTimeout(timer)
      activity.stop()
    }
  }, [ids])
}

/** A device that went away meanwhile is no fault of the list: its state says it. */
function open(equipmentId: number): void {
  call(openMonitoring, { equipmentId, interval: intervalS, delay: delayS }).catch(() => undefined)
}
