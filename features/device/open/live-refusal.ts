// The reason why nothing can be written to a device now, in words.
import { type ErrorName, errorCode, errorText, type Language } from '../../../contract/errors.ts'
import { language as languageNow, useLanguage } from '../../../ui/language.ts'
import { type LinkState, link, useLink } from '../../../ui/link.ts'
import { useText } from '../../../ui/words.ts'
import type { LiveSignal } from '../live/contract.ts'
import { cannotWrite, isWritable } from '../live/rules.ts'
import { liveText } from '../live/text.ts'
import type { DeviceState } from './live-monitoring.ts'

/** Undefined if the device can be written. */
export function useRefusal(state: DeviceState | undefined): string | undefined {
  const language = useLanguage()
  return refusalIn(language, state, useLink().state)
}

function refusalIn(language: Language, state: DeviceState | undefined, connection: LinkState): string | undefined {
  const refused = cannotWrite(state, connection)
  if (!refused) return undefined
  const own = liveText.keys.find((key) => key === refused)
  return own ? liveText.in(language)(own as 'reading') : errorText(errorCode(refused as ErrorName), language)
}

/** As above, for one variable: read-only variables have their own reason. */
export function useSignalRefusal(
  state: DeviceState | undefined,
): (signal: Pick<LiveSignal, 'access'>) => string | undefined {
  const t = useText(liveText)
  const refusal = useRefusal(state)
  return (signal) => (isWritable(signal) ? refusal : t('readOnly'))
}

/** As above for the current moment, for use outside of rendering. */
export const refusalNow = (state: DeviceState | undefined, signal: Pick<LiveSignal, 'access'>): string | undefined =>
  isWritable(signal) ? refusalIn(languageNow(), state, link.get().state) : liveText.t('readOnly')
