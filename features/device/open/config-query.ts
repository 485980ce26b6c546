// Queries the newest configuration of a device, for all tabs of the editor.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, queryOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Words } from '../../../drivers/driver.ts'
import { useLanguage } from '../../../ui/language.ts'
import { labelIn } from '../../../ui/words.ts'
import { queryConfig } from '../config/contract.ts'

export const useConfig = (equipmentId: EquipmentId) => useQuery(queryOf(queryConfig, { equipmentId }))

/** Reloads all data that depends on the configuration: heads, counts, consistency with the gateway. */
export function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries()
}

export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === errorCode('staleVersion')

/** Returns driver texts in the user's language. */
export function useWords(): (words: Words) => string {
  const language = useLanguage()
  return (words) => labelIn(words, language)
}

/** The newest saved configuration, for the conflict dialog. */
export async function loadNewest(equipmentId: EquipmentId) {
  const { config, ...head } = await call(queryConfig, { equipmentId })
  return { ...head, content: config }
}
