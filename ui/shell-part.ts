// What a room adds to the shell. `features/<room>/shell.tsx` exports one as default; it loads after the shell stands.
import type { ComponentType } from 'react'
import type { IconName } from './icon.tsx'
import { createStore, type Store } from './store.ts'
import type { Label } from './words.ts'

export type Hit = { id: string; title: string; note?: string; icon: IconName; to: string }

/** Things that the search box finds beside pages: devices, variables. */
export type SearchSource = {
  id: string
  label: Label
  find: (words: string, signal: AbortSignal) => Promise<readonly Hit[]>
}

export type ShellPart = {
  search?: readonly SearchSource[]
  /** Stands in the top bar, left of the language: alarm counts, messages. */
  TopBar?: ComponentType
  /** Draws nothing: keeps a status slot or a badge true while somebody is signed in. */
  Watch?: ComponentType
  order?: number
}

export const shellPart = (part: ShellPart): ShellPart => part

/** Counts beside entries of the navigation, by their path. */
export const badges: Store<Readonly<Record<string, number>>> = createStore<Readonly<Record<string, number>>>({})

export const setBadge = (path: string, count: number): void =>
  badges.set((now) => (now[path] === count ? now : { ...now, [path]: count }))
