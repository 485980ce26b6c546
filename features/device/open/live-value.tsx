// Live values of one device for pages of other rooms: a source that streams while mounted, and a cell that shows a
// value with its age or fault.
import { useEffect, useMemo } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import { type Freshness, freshnessOf } from '../../../signal/web/freshness.ts'
import { useDrawn } from '../../../signal/web/use-binding.ts'
import type { CellReading, SignalCell, SignalSource } from '../../../signal/web/values.ts'
import { drawAttribute, drawText } from '../../../ui/draw.ts'
import { formatAge, nothingShown } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { valueWords, type Written } from '../../../ui/value-words.ts'
import type { LiveSignal } from '../live/contract.ts'
import { faultWords } from '../live/fault-words.ts'
import { type Around, unconnectedOf } from '../live/rules.ts'
import { liveText } from '../live/text.ts'
import { useAround } from './live-around.ts'
import { type DeviceState, useMonitoring, useMonitoringState } from './live-monitoring.ts'
import '../../../ui/value-text.css'

export type LiveValues = {
  source: SignalSource
  around: Around
  /** Drivers that the gateway currently cannot connect, with the error code. */
  unconnected: ReadonlyMap<number, number>
  /** Variables of the device; null until loaded. */
  signals: readonly LiveSignal[] | null
  /** The current state of the device. */
  read(): DeviceState | undefined
}

/**
 * Requests live values of a device. `standing` identifies the running configuration and the connection of the gateway;
 * values are requested again when it changes. Undefined without a device.
 */
export function useLiveValues(equipmentId: EquipmentId | undefined, standing: string): LiveValues | undefined {
  const watching = useMonitoring(equipmentId)
  const state = useMonitoringState(watching?.monitoring)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each standing
  useEffect(() => watching?.monitoring.start(), [watching, standing])
  const around = useAround(state)
  const { state: link } = useLink()
  // Compared as text, because driver states arrive every other second and are usually unchanged.
  const told = JSON.stringify(state ? unconnectedOf(state, link) : [])
  const signals = state?.signals ?? null
  return useMemo(() => {
    const unconnected = new Map(JSON.parse(told) as [number, number][])
    return watching
      ? { source: watching.source, around, unconnected, signals, read: () => watching.monitoring.read() }
      : undefined
  }, [watching, around, told, signals])
}

/** One live value, rendered directly; if there is none, a text gives the reason. */
export function LiveCell({ id, written, values }: { id: number; written: Written; values: LiveValues }) {
  const { source, around } = values
  const stateOf = (reading: CellReading) => freshnessOf(reading, { ...around, now: around.now() })
  return <ValueCell cell={source.subscribe(id)} written={written} stateOf={stateOf} now={around.now} />
}

/** A cell for any source, live or past. `now` on the platform's clock. */
export function ValueCell({
  cell,
  written,
  stateOf,
  now,
}: {
  cell: SignalCell | undefined
  written: Written
  stateOf: (reading: CellReading) => Freshness
  now: () => number
}) {
  const node = useDrawn<HTMLSpanElement>(
    cell,
    (at, reading) => {
      const state = stateOf(reading)
      drawAttribute(at, 'class', `value ${state === 'good' ? '' : `value-${state}`}`)
      drawAttribute(at, 'title', faultWords(reading, state) || null)
      drawText(at.querySelector('b'), state === 'never' ? '' : valueWords(reading.value, written))
      drawText(at.querySelector('small'), reading.value === null ? '' : (written.unit ?? ''))
      const age = reading.time === null ? '' : formatAge(now() - (reading.receivedAt ?? reading.time), language())
      const mark = {
        good: '',
        never: liveText.t('noValue'),
        bad: liveText.t('badMark'),
        stale: liveText.t('staleMark', { age }),
      }
      drawText(at.querySelector('i'), mark[state])
      drawAttribute(at.querySelector('i'), 'class', state === 'bad' || state === 'stale' ? 'value-mark' : 'value-none')
    },
    { ticking: true, inSight: true },
  )
  return (
    <span ref={node} className="value">
      <span className="value-number">
        <b>{nothingShown}</b>
        <small />
      </span>
      <i className="value-none" />
    </span>
  )
}
