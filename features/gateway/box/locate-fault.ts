// The message for a failed location fetch. [S8 User-facing messages]
import { boxText } from './text.ts'

export const locateFault = ({ message, code = 0 }: { message: string; code?: number }) => ({
  message: boxText.t('locateFailed', { reason: message }),
  code,
})
