// What a window shows of a style before anybody has signed in: it loads no contract, as the login does not.
import { useEffect } from 'react'
import { createStore, useStore } from '../../../ui/store.ts'
import type { Style } from '../style/contract.ts'
import { type Face, ownFace } from '../style/rules.ts'

export const shownStyle = createStore<Style | null>(null)

export const useFace = (): Face => useStore(shownStyle) ?? ownFace

/** Sets the icon of the window. */
export function useFavicon(favicon: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link && link.getAttribute('href') !== favicon) link.href = favicon
  }, [favicon])
}
