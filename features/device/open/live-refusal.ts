// The reason why nothing can be written to a device now, in words.
import { type ErrorName, errorCode, errorText, type Language } from '../../../contract/errors.ts'
import { language as languageNow, useLanguage } from '../../../ui/language.ts'
import { type LinkState, link, useLink } from '../../../ui/link.ts'
import { useText } from '../../../ui/words.ts'
import type { LiveSignal } from '../live/contract.ts'
import { cannotWrite, isWritable } from '../live/rules.ts'
import { liveText } from '../live/text.ts'
import type { DeviceState } from './live-monitoring.ts'

/** The reason why the device cannot be written to; undefined if it can. */
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

/**
 * Returns a function that gives the reason why a variable cannot be written to, undefined if it can. A read-only
 * variable has its own reason.
 */
export function useSignalRefusal(
  state: DeviceState | undefined,
): (signal: Pick<LiveSignal, 'access'>) => string | undefined {
  const t = useText(liveText)
  const refusal = useRefusal(state)
  return (signal) => (isWritable(signal) ? refusal : t('readOnly'))
}

/** The reason why a variable cannot be written to at this moment, undefined if it can; for use outside of rendering. */
export const refusalNow = (state: DeviceState | undefined, signal: Pick<LiveSignal, 'access'>): string | undefined =>
  isWritable(signal) ? refusalIn(languageNow(), state, link.get().state) : liveText.t('readOnly')
