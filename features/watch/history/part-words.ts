// Names of columns and gaps on screen.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { BinaryHistory } from '../../../contract/history-binary.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { type Translate, useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type HistoryColumn, queryReports } from './contract.ts'
import { columnTitle } from './curve-lines.ts'
import { historyText } from './text.ts'

type Words = Translate<Record<'delta' | 'first' | 'last' | 'max' | 'min' | 'average', string>>

/** Names a column in the reader's language; for a summary with its aggregation. */
export function useColumnTitle(): (column: HistoryColumn) => string {
  const t = useText(historyText)
  const name = useName()
  return useCallback(
    (column) =>
      columnTitle({ ...column, title: name(column.title) }, (of) =>
        (t as unknown as Words)(of as 'delta').toLowerCase(),
      ),
    [t, name],
  )
}

/** The time zone of a device; its organisation's until it is known. */
export function useDeviceZone(equipmentId: EquipmentId): string {
  const { data } = useQuery(queryOf(queryReports, { equipmentId }))
  return useZoneOf({ zone: data?.zone ?? null })
}

const reasons = { full: 'holeFull', torn: 'holeTorn', forgotten: 'holeForgotten', damaged: 'holeDamaged' } as const

/** Why readings are missing, and how many. */
export function useHoleWords(): (hole: BinaryHistory['holes'][number]) => string {
  const t = useText(historyText)
  return useCallback(({ reason, points }) => t('holeLine', { reason: t(reasons[reason]), count: points }), [t])
}
