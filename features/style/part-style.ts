// The style that this window shows: that of the session, or before there is one the platform's own. [S2] [S8]
import { useEffect } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { errorCode } from '../../contract/errors.ts'
import { createStore, useStore } from '../../ui/store.ts'
import { loadStyle, type Style } from './contract.ts'
import { type Face, ownFace } from './rules.ts'
import { styleText } from './text.ts'

const shown = createStore<Style | null>(null)
let asked: Promise<Style> | undefined

export const useStyle = (): Style | null => useStore(shown)
export const useFace = (): Face => useStore(shown) ?? ownFace

/** The style of who is signed in, asked for once; throws what the platform answers instead. */
export function takeStyle(): Promise<Style> {
  if (asked) return asked
  const mine = ask()
  asked = mine
  // A session that ended meanwhile has forgotten it.
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

/** At the end of a session. */
export function forgetStyle(): void {
  asked = undefined
  shown.set(null)
}

/** Sets the icon of the window. */
export function useFavicon(favicon: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link && link.getAttribute('href') !== favicon) link.href = favicon
  }, [favicon])
}
