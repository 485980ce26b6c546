// The parts that a room provides for an editable tree of named objects, such as groups or departments (tree-list.tsx).
import type { ReactNode } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import type { ReadAt } from '../../ui/as-of.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { type Text, useText, type Word } from '../../ui/words.ts'

/** An object of a tree; `sort` orders the objects below one parent, smallest first. */
export type TreeItem = { id: number; parentId: number | null; name: string; sort: number }

/** The object to change, or the parent of a new one. */
export type TreeDraft<N extends TreeItem> = N | { parentId: number | null }

type Plain = 'title' | 'about' | 'search' | 'keys' | 'add' | 'addBelow' | 'below' | 'withBelow' | 'sortNote'
type Key = Plain | 'deleteTitle' | 'added' | 'saved' | 'deleted'

/** The texts that a room has for its tree; `added`, `saved` and `deleted` contain `{{name}}`. */
export type TreeWords = Record<Key, Word>
/** Returns a text of the tree in the current language. */
export type TreeTranslate = (key: Key, params?: { name: string }) => string

/** A room's translate function, for the texts of its tree. */
export const useTreeWords = <W extends TreeWords>(text: Text<W>): TreeTranslate =>
  useText(text) as unknown as TreeTranslate

type Entry = { name: string; parentId: number | null; sort?: number }

/** A room with a tree: its calls, counts and conditions. */
export type TreeRoom<N extends TreeItem> = {
  /** The permission to add, change and delete. */
  may: Permission
  /** Shown while there is no object. */
  icon: IconName
  /** Maximum length of a name in characters. */
  maxName: number
  /** Loads all objects, ordered by `sort`. */
  query: ReadAt & { data: N[] | undefined; refetch: () => unknown }
  add: (entry: Entry) => Promise<N>
  edit: (entry: Entry & { id: number }) => Promise<N>
  remove: (node: { id: number }, options: { onSuccess: () => void }) => void
  /** Translates a name for display; by default names are shown as entered. */
  nameOf?: (name: string) => string
  /** The contents of an object, without those below: heading, number, and the cell if it shows more than the number. */
  own: { title: string; count: (node: N) => number; cell?: (node: N) => ReactNode }
  /** Why an object cannot be deleted. */
  whyKept: (node: N, hasChildren: boolean) => string | false
  /** The result of a deletion for the contents, shown in the question. */
  deleteNote?: (node: N) => string
  /** The head of the page around the button that adds; title and number by default. */
  head?: ((act: ReactNode, count: number | undefined) => ReactNode) | undefined
}

/** Names as the user entered them. */
export const asGiven = (name: string): string => name
