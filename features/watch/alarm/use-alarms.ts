// Alarms as a screen reads them: again every two seconds while it is looked at, and at once when they are heard to change.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import type { AlarmId, EquipmentId } from '../../../contract/fields.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { alarmHints, alarmsChanged } from '../../platform/open/message-alarm-hint.ts'
import { clearFault } from './clear-fault.ts'
import {
  acknowledgeAlarms,
  alarmInfo,
  alarmStatistics,
  countAlarms,
  queryAlarmFilters,
  queryAlarms,
  resetAlarms,
} from './contract.ts'
import { alarmText } from './text.ts'

const refreshMs = 2_000
const slowMs = 15_000

const moving = [queryAlarms, countAlarms, alarmInfo, queryAlarmFilters]

/** Reads everything about alarms again when they are heard to change. */
export function useAlarmHints(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      alarmHints.watch(() => {
        for (const { path } of moving) void client.invalidateQueries({ queryKey: [path] })
      }),
    [client],
  )
}

export const useAlarmList = (input: InputOf<typeof queryAlarms>) =>
  useQuery({ ...queryOf(queryAlarms, input), placeholderData: keepPreviousData, refetchInterval: refreshMs })

export const useAlarmCounts = (enabled: boolean, equipmentId?: EquipmentId) =>
  useQuery({ ...queryOf(countAlarms, equipmentId ? { equipmentId } : {}), refetchInterval: refreshMs, enabled })

export const useAlarm = (alarmId: AlarmId) =>
  useQuery({ ...queryOf(alarmInfo, { alarmId }), refetchInterval: refreshMs, placeholderData: keepPreviousData })

export const useFilters = () => useQuery({ ...queryOf(queryAlarmFilters, {}), refetchInterval: slowMs })

/** Figures of a span that ends with the current minute, so that all who look at it ask for the same. */
export function useStatistics(from: number, to: number, equipmentId?: EquipmentId) {
  const input = { from, to, ...(equipmentId ? { equipmentId } : {}) }
  return useQuery({ ...queryOf(alarmStatistics, input), placeholderData: keepPreviousData, staleTime: slowMs })
}

type DoneWords = 'acknowledged' | 'resetDone' | 'shelvedDone' | 'unshelvedDone' | 'commented'

/** An act on alarms: says how many it concerned, and has the lists read again. */
export function useAlarmAct<E extends Endpoint>(endpoint: E, words: DoneWords, after?: () => void) {
  const t = useText(alarmText)
  return useMutation({
    ...mutationOf(endpoint),
    ...(words === 'resetDone' ? { meta: { fault: clearFault } } : {}),
    onSuccess: (data) => {
      const { done } = data as { done: number }
      if (done > 0) toast.good(t(words, { count: done }))
      else toast.plain(t('passedOver'))
      alarmsChanged()
      after?.()
    },
  })
}

/** A comment being typed, and the acts that take it; it is empty again when one is done. */
export function useAnswer(onDone: () => void) {
  const [comment, setComment] = useState('')
  const done = () => {
    setComment('')
    onDone()
  }
  const acknowledge = useAlarmAct(acknowledgeAlarms, 'acknowledged', done)
  const reset = useAlarmAct(resetAlarms, 'resetDone', done)
  return { comment, setComment, done, acknowledge, reset }
}
