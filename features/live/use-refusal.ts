// Why nothing can be written to a device now, in words.
import { type ErrorName, errorCode, errorText } from '../../contract/errors.ts'
import { useLanguage } from '../../ui/language.ts'
import { useLink } from '../../ui/link.ts'
import { useText } from '../../ui/words.ts'
import { cannotWrite } from './live-rules.ts'
import { liveText } from './text.ts'
import type { DeviceState } from './use-monitoring.ts'

/** Nothing if it can. */
export function useRefusal(state: DeviceState | undefined): string | undefined {
  const language = useLanguage()
  const t = useText(liveText)
  const refused = cannotWrite(state, useLink().state)
  if (!refused) return undefined
  const own = liveText.keys.find((key) => key === refused)
  return own ? t(own as 'reading') : errorText(errorCode(refused as ErrorName), language)
}
