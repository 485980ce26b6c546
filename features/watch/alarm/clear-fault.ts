// The message after a latched alarm could not be reset. [S8 User-facing messages]
import { alarmText } from './text.ts'

export const clearFault = ({ message, code = 0 }: { message: string; code?: number }) => ({
  message: alarmText.t('clearFailed', { reason: message }),
  code,
})
