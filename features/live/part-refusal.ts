// Why nothing can be written to a device now, in words.
import { type ErrorName, errorCode, errorText } from '../../contract/errors.ts'
import { useLanguage } from '../../ui/language.ts'
import { useLink } from '../../ui/link.ts'
import { useText } from '../../ui/words.ts'
import type { LiveSignal } from './contract.ts'
import type { DeviceState } from './part-monitoring.ts'
import { cannotWrite, isWritable } from './rules.ts'
import { liveText } from './text.ts'

/** Nothing if it can. */
export function useRefusal(state: DeviceState | undefined): string | undefined {
  const language = useLanguage()
  const t = useText(liveText)
  const refused = cannotWrite(state, useLink().state)
  if (!refused) return undefined
  const own = liveText.keys.find((key) => key === refused)
  return own ? t(own as 'reading') : errorText(errorCode(refused as ErrorName), language)
}

/** The same of one variable: some are only read. */
export function useSignalRefusal(
  state: DeviceState | undefined,
): (signal: Pick<LiveSignal, 'access'>) => string | undefined {
  const t = useText(liveText)
  const refusal = useRefusal(state)
  return (signal) => (isWritable(signal) ? refusal : t('readOnly'))
}
