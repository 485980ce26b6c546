// Data that the panel requests from the room that opens the designer.
import { createContext, useContext } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import type { SymbolContent } from '../../contract/user-symbol.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import type { Placeable } from '../symbol/placed.ts'
import type { Unit, Variable } from './variable.ts'

/** A formatted current value with its unit. */
export type LiveText = { text: string; quality: Freshness }
export type Watched = { get: () => LiveText; watch: (listener: () => void) => () => void }

/** A report, system key or intermediate variable that can be bound: the stored binding, with `title` and `subTitle`. */
export type Target = { binding: Binding; title: string; subTitle: string; unit?: Unit }
type OtherKind = Exclude<BindKind, 'signal'>

/** Number of search results shown; one more result means that there are more. */
export const mostFound = 50

export type VariableSource = {
  /**
   * Searches name, title, device and address, the best match first: up to `mostFound` results, and one more if there
   * are more.
   */
  search(text: string, of?: { equipId?: number }): Promise<readonly Variable[]>
  /** The variables that still exist; a source may combine single calls. */
  find(signalIds: readonly number[]): Promise<readonly Variable[]>
  /** Loads all variables of a device; by default of the page's own device. */
  ofDevice(equipId?: number): Promise<readonly Variable[]>
  /** The value of a variable; null if none is available. */
  value(signalId: number): Watched | null
  /** Searches for other kinds of bindings; a kind without a search is not offered. */
  others?: { readonly [K in OtherKind]?: (text: string) => Promise<readonly Target[]> }
}

/** A target that a widget refers to by id or key. `to`: the address where it is edited. */
/** An object that can be selected. `to`: the page on which it is created and edited. */
export type Destination<Id> = { id: Id; title: string; subTitle?: string; to?: string }
export type PageSource = readonly Destination<number>[]

/** An uploaded picture, below `/userimg/`. A drawing without its own size has 0 for both sides. */
export type Picture = { path: string; title: string; width: number; height: number; sizeBytes: number }

export type PictureSource = {
  /** Loads the pictures, newest first. */
  list(): Promise<readonly Picture[]>
  /** Rejects with the fault of the file. */
  add(file: File): Promise<Picture>
  remove(picture: Picture): Promise<void>
}

/** An older drawing of a symbol. `savedAt`: epoch ms. */
export type SymbolVersion = { version: number; savedAt: number; savedBy: string; restored: number | null }

/** The symbols that the organisation has created. */
export type SymbolSource = {
  /** All symbols of the organisation; undefined while they load. */
  all: readonly (Placeable & { id: number })[] | undefined
  isFailed: boolean
  retry: () => void
  /** Translates a name into the viewer's language. */
  named: (name: string) => string
  /**
   * Saves a new symbol, or the next version of one; `of` is the version that was edited. Returns nothing if saving was
   * cancelled.
   */
  put(
    entry: { title: string; content: SymbolContent },
    of?: { id: number; version: number },
  ): Promise<Placeable | undefined>
  remove(symbol: { id: number; title: string }): Promise<void>
  /** Changes only the name of a symbol. */
  rename(symbol: { id: number }, title: string): Promise<void>
  /** Loads the versions of a symbol, newest first. */
  versions(id: number): Promise<readonly SymbolVersion[]>
  drawing(id: number, version: number): Promise<SymbolContent>
  /** Makes an older drawing the newest; `symbol` has the version that was shown. */
  restore(symbol: { id: number; version: number }, version: number): Promise<void>
}

export type Sources = {
  variables: VariableSource
  pages: PageSource
  /** Titles of the organisation's regions; absent until they have loaded. */
  regions?: readonly string[] | 'failed'
  /** Lists to choose from; without them the user types ids and keys. */
  devices?: readonly Destination<number>[]
  scenes?: readonly Destination<string>[]
  /** The organisation's symbols; without them only the built-in symbols are offered. */
  symbols?: SymbolSource
  /** The organisation's pictures; without them the user types the path of a picture. */
  pictures?: PictureSource
  /** Translates a name into the viewer's language, to show it beside the name as it was given. */
  named?: (name: string) => string
}

const nothing: Sources = {
  variables: {
    search: () => Promise.resolve([]),
    find: () => Promise.resolve([]),
    ofDevice: () => Promise.resolve([]),
    value: () => null,
  },
  pages: [],
}
const Context = createContext<Sources>(nothing)
export const SourcesProvider = Context.Provider
export const useSources = (): Sources => useContext(Context)
const asGiven = (name: string) => name
/** Translates names that are not edited here. */
export const useNamed = (): ((name: string) => string) => useSources().named ?? asGiven

/** Returns those of the given kinds of bindings that this designer can offer. */
export const offered = (kinds: readonly BindKind[], { others = {} }: VariableSource): BindKind[] =>
  kinds.filter((kind) => kind === 'signal' || others[kind] !== undefined)

export const bindingTo = ({ signalId, equipId, title, subTitle }: Variable): Binding => ({
  ...{ type: 'signal', signalId, equipId, title, subTitle },
})
