// Queries and mutations for alarms on screens. Queries repeat every two seconds, and immediately after a change is
// announced.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import type { AlarmId, EquipmentId } from '../../../contract/fields.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { alarmHints, alarmsChanged } from '../../platform/open/message-alarm-hint.ts'
import { clearFault } from './clear-fault.ts'
import { acknowledgeAlarms, alarmInfo, countAlarms, queryAlarmFilters, queryAlarms, resetAlarms } from './contract.ts'
import { alarmText } from './text.ts'

const refreshMs = 2_000
const slowMs = 15_000

const moving = [queryAlarms, countAlarms, alarmInfo, queryAlarmFilters]

/** Refetches everything about alarms when a change is announced. */
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

type DoneWords = 'acknowledged' | 'resetDone' | 'shelvedDone' | 'unshelvedDone' | 'commented'

/** A user action on alarms: shows how many alarms changed, and refetches the lists. */
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

/** The comment being typed, and the actions that send it; cleared when one of these is done. */
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
