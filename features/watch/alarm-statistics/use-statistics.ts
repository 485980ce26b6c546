import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { alarmStatistics } from './contract.ts'

const staleMs = 15_000

/** Statistics of a span that ends with the current minute, so that all viewers send the same query. */
export function useStatistics(from: number, to: number, equipmentId?: EquipmentId) {
  const input = { from, to, ...(equipmentId ? { equipmentId } : {}) }
  return useQuery({ ...queryOf(alarmStatistics, input), placeholderData: keepPreviousData, staleTime: staleMs })
}
