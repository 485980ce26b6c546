// A room's part of the shell. `features/<room>/shell.tsx` exports one as default; it loads after the shell.
import type { ComponentType } from 'react'
import type { Language } from '../contract/errors.ts'
import type { Permission } from '../contract/permissions.ts'
import type { IconName } from './icon.tsx'
import type { Severity } from './marks.tsx'
import { createStore, type Store } from './store.ts'
import type { Label } from './words.ts'

/** Actions for a hit, typed before the words: `write pump`, `history level`. */
export type Verb = {
  key: string
  /** The label of the entry among the actions. */
  label: Label
  icon: IconName
  may: Permission
  /** The typed words, in each language; the first is offered. */
  names: Readonly<Record<Language, readonly [string, ...string[]]>>
}

/** A place that is offered as an action, or as an entry of the user's menu. */
export type ActLink = { key: string; label: Label; icon: IconName; may: Permission; to: string }

export type Hit = {
  id: string
  title: string
  note?: string
  /** The current value as it is shown. */
  value?: string
  /** The value is old or bad, and its text says so. */
  isDoubtful?: boolean
  icon: IconName
  to: string
  /** The target of a verb, by its key; undefined: the verb does not apply to this hit. */
  acts?: Readonly<Record<string, string>>
}

/** A page of hits, and how many there are in all. */
type Hits = { total: number; hits: readonly Hit[] }

/** Objects that the search box finds in addition to pages: devices, variables. */
export type SearchSource = {
  id: string
  label: Label
  /** Searches; pages count from 1. If a verb is given by its key, only hits to which the verb applies are returned. */
  find: (words: string, pageNo: number, signal: AbortSignal, verb?: string) => Promise<Hits>
}

export type ShellPart = {
  search?: readonly SearchSource[]
  /** Verbs for the hits of all rooms. */
  verbs?: readonly Verb[]
  /** Actions that the search box offers. */
  acts?: readonly ActLink[]
  /** Entries for the user's menu. */
  userMenu?: readonly ActLink[]
  /** Shown in the top bar, left of the language, e.g. the alarm counts. */
  TopBar?: ComponentType
  /** Shown in the top bar, between theme and user: the bell. */
  TopEnd?: ComponentType
  /** Renders nothing, but keeps a status slot or a badge up to date while a user is signed in. */
  Watch?: ComponentType
  order?: number
}

export const shellPart = (part: ShellPart): ShellPart => part

/** `severity`: the worst of what is counted, which colours the badge; without one it is grey. */
export type Badge = { count: number; severity?: Severity | undefined }
type Badges = Readonly<Record<string, Badge>>

/** Counts next to entries of the navigation, by their path. */
export const badges: Store<Badges> = createStore<Badges>({})

export const setBadge = (path: string, count: number, severity?: Severity): void =>
  badges.set((now) => {
    const before = now[path]
    return before?.count === count && before.severity === severity ? now : { ...now, [path]: { count, severity } }
  })
