// Shown instead of alarms to accounts without permission to open them from this screen. [S6]
import { errorCode, errorText, type Language } from '../../../contract/errors.ts'
import { useLanguage } from '../../../ui/language.ts'
import { EmptyState } from '../../../ui/states.tsx'

export const noAlarmAccess = (language: Language): string => errorText(errorCode('noAlarmAccess'), language)

export function NoAlarmAccess() {
  return <EmptyState kind="notAllowed">{noAlarmAccess(useLanguage())}</EmptyState>
}
