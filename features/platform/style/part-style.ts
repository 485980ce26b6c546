// The style of this window: that of the session, or before login the platform's own. [S2] [S8]
import { ApiError, call } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { useStore } from '../../../ui/store.ts'
import { shownStyle as shown } from '../open/style-face.ts'
import { loadStyle, type Style } from './contract.ts'
import { styleText } from './text.ts'

let asked: Promise<Style> | undefined

export const useStyle = (): Style | null => useStore(shown)

/** The style of the signed-in user, requested once; throws an error of the platform. */
export function takeStyle(): Promise<Style> {
  if (asked) return asked
  const mine = ask()
  asked = mine
  // If the session has ended in the meantime, the answer is dropped.
  mine.then(
    (style) => {
      if (asked === mine) shown.set(style)
    },
    () => {
      if (asked === mine) asked = undefined
    },
  )
  return mine
}

async function ask(): Promise<Style> {
  const style: Style | null = await call(loadStyle, {})
  if (!style) throw new ApiError(errorCode('emptyData'), styleText.t('missing'))
  return style
}

/** Restores the platform's style; called at the end of a session. */
export function forgetStyle(): void {
  asked = undefined
  shown.set(null)
}
