// A room's part of the shell. `features/<room>/shell.tsx` exports one as default; it loads after the shell.
import type { ComponentType } from 'react'
import type { IconName } from './icon.tsx'
import { createStore, type Store } from './store.ts'
import type { Label } from './words.ts'

/** What can be done with a hit at once, named before the words: `write pump`, `history level`, `sync intake`. */
export const verbs = ['write', 'history', 'sync'] as const
export type Verb = (typeof verbs)[number]

export type Hit = {
  id: string
  title: string
  note?: string
  /** Its value now, as it is shown. */
  value?: string
  /** The value is old or bad, as its words say. */
  isDoubtful?: boolean
  icon: IconName
  to: string
  /** Where a verb leads; none: it cannot be done with this. */
  acts?: Partial<Record<Verb, string>>
}

/** A page of hits, and how many there are in all. */
export type Hits = { total: number; hits: readonly Hit[] }

/** Objects that the search box finds in addition to pages: devices, variables. */
export type SearchSource = {
  id: string
  label: Label
  /** Pages count from 1. */
  find: (words: string, pageNo: number, signal: AbortSignal) => Promise<Hits>
}

export type ShellPart = {
  search?: readonly SearchSource[]
  /** Shown in the top bar, left of the language: alarm counts, messages. */
  TopBar?: ComponentType
  /** Renders nothing: keeps a status slot or a badge up to date while a user is signed in. */
  Watch?: ComponentType
  order?: number
}

export const shellPart = (part: ShellPart): ShellPart => part

/** Counts next to entries of the navigation, by their path. */
export const badges: Store<Readonly<Record<string, number>>> = createStore<Readonly<Record<string, number>>>({})

export const setBadge = (path: string, count: number): void =>
  badges.set((now) => (now[path] === count ? now : { ...now, [path]: count }))
