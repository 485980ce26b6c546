// Live values of the list: the devices on screen stream slowly while it is open. It costs the gateways little, ends
// a minute after the list is closed, and pauses like all monitoring after ten idle minutes. [S4 Smart data saving]
import { useEffect } from 'react'
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { watchActivity } from '../../../signal/web/activity.ts'
import { staleAfterMs } from '../../../signal/web/freshness.ts'
import { openMonitoring } from '../../device/live/contract.ts'
import type { MonitorRow } from './contract.ts'

/** Seconds: interval of the stream, and the duration of each opening. */
const intervalS = 10
const delayS = 60
const againMs = 50_000
/** Time between two openings: each makes a gateway send all values. [S7] */
const apartMs = 100

/** Ids of the devices of a list that can stream now. */
export const streamable = (rows: readonly Pick<MonitorRow, 'id' | 'state' | 'vpn'>[]) =>
  rows.filter(({ state, vpn }) => state === 'online' && !vpn).map(({ id }) => id)

/** Whether the values of a row are current: its gateway is online and has sent values recently. */
export const isFresh = ({ state, heardAt }: Pick<MonitorRow, 'state' | 'heardAt'>, now: number): boolean =>
  state === 'online' && heardAt !== null && now - heardAt <= staleAfterMs(intervalS)

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

/** A device that went offline meanwhile is not an error of the list: its state shows it. */
function open(equipmentId: number): void {
  call(openMonitoring, { equipmentId, interval: intervalS, delay: delayS }).catch(() => undefined)
}
