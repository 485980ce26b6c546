// The parts of a style that a window needs before login: like the login it loads no contract.
import { useEffect } from 'react'
import { createStore, useStore } from '../../../ui/store.ts'
import type { Style } from '../style/contract.ts'
import { type Face, ownFace } from '../style/rules.ts'

export const shownStyle = createStore<Style | null>(null)

export const useFace = (): Face => useStore(shownStyle) ?? ownFace

/** Sets the icon of the browser window. */
export function useFavicon(favicon: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link && link.getAttribute('href') !== favicon) link.href = favicon
  }, [favicon])
}
