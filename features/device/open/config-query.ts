// The newest configuration of a device, as both tabs read it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, queryOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Words } from '../../../drivers/driver.ts'
import { useLanguage } from '../../../ui/language.ts'
import { queryConfig } from '../config/contract.ts'

export const useConfig = (equipmentId: EquipmentId) => useQuery(queryOf(queryConfig, { equipmentId }))

/** Reads again whatever stands on the configuration: heads, counts, whether the gateway matches. */
export function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries()
}

export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === errorCode('staleVersion')

/** Drivers bring their texts in both languages. */
export function useWords(): (words: Words) => string {
  const language = useLanguage()
  return (words) => words[language]
}

/** What somebody else saved, as the conflict shows it. */
export async function loadNewest(equipmentId: EquipmentId) {
  const { config, ...head } = await call(queryConfig, { equipmentId })
  return { ...head, content: config }
}
