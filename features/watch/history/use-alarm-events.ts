// Alarms of a device as events of its curves, if the user may see alarms.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { CurveEvent } from '../../../ui/curve-chart.tsx'
import { useMay } from '../../../ui/me.ts'
import { queryAlarms } from '../alarm/contract.ts'
import type { Span } from './part-span.ts'

/** Maximum number, the latest of the range: more would cover the curve. */
const most = 200
const none: readonly CurveEvent[] = []

export function useAlarmEvents(equipmentId: EquipmentId, { from, to }: Span): readonly CurveEvent[] {
  const may = useMay()
  const { data } = useQuery({
    ...queryOf(queryAlarms, { view: 'history', equipmentId, from, to, pageSize: most }),
    enabled: may('alarm:view'),
    placeholderData: (before) => before,
  })
  const rows = data?.rows
  return useMemo(
    () =>
      rows?.map(({ raisedAt, clearedAt, level, name }) => ({
        from: raisedAt,
        to: clearedAt,
        tone: level,
        words: name,
      })) ?? none,
    [rows],
  )
}
