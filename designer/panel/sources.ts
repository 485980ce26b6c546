// What the panel asks of the room that opens the designer.
import { createContext, useContext } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import type { SymbolContent } from '../../contract/user-symbol.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import type { Placeable } from '../symbol/placed.ts'
import type { Unit, Variable } from './variable.ts'

/** A value as it is written now, with its unit. */
export type LiveText = { text: string; quality: Freshness }
export type Watched = { get: () => LiveText; watch: (listener: () => void) => () => void }

/** Of reports, keys of the system and intermediate variables: the binding as it is stored, with `title` and `subTitle`. */
export type Target = { binding: Binding; title: string; subTitle: string; unit?: Unit }
export type OtherKind = Exclude<BindKind, 'signal'>

/** How many results a search shows; who answers more shows that there are more. */
export const mostFound = 50

export type VariableSource = {
  /** By name, title, device and address, the best first: `mostFound` of them, and one more where there are more. */
  search(text: string, of?: { equipId?: number }): Promise<readonly Variable[]>
  /** Those that there still are; asked one by one, the source may gather. */
  find(signalIds: readonly number[]): Promise<readonly Variable[]>
  /** All variables of a device; of the page's own where none is named. */
  ofDevice(equipId?: number): Promise<readonly Variable[]>
  /** Null where no value is known. */
  value(signalId: number): Watched | null
  /** What else can be bound; a kind without a search is not offered. */
  others?: { readonly [K in OtherKind]?: (text: string) => Promise<readonly Target[]> }
}

/** What a number or a key of a widget leads to. */
/** `to`: where it is made itself. */
export type Destination<Id> = { id: Id; title: string; subTitle?: string; to?: string }
export type PageSource = readonly Destination<number>[]

/** A picture that was uploaded: below `/userimg/`. Of a drawing without a size of its own both are 0. */
export type Picture = { path: string; title: string; width: number; height: number; sizeBytes: number }

export type PictureSource = {
  /** The newest first. */
  list(): Promise<readonly Picture[]>
  /** Rejects with what is wrong with the file. */
  add(file: File): Promise<Picture>
  remove(picture: Picture): Promise<void>
}

/** A drawing of a symbol that was the newest once. `savedAt`: epoch ms. */
export type SymbolVersion = { version: number; savedAt: number; savedBy: string; restored: number | null }

/** The symbols that the organisation has made. */
export type SymbolSource = {
  /** Nothing while they are asked for. */
  all: readonly (Placeable & { id: number })[] | undefined
  isFailed: boolean
  retry: () => void
  /** A name that somebody gave, in the language of whoever looks. */
  named: (name: string) => string
  /** A new one, or the next version of one that was seen in this version; nothing where it is not saved after all. */
  put(
    entry: { title: string; content: SymbolContent },
    of?: { id: number; version: number },
  ): Promise<Placeable | undefined>
  remove(symbol: { id: number; title: string }): Promise<void>
  /** Its drawing stays as it is. */
  rename(symbol: { id: number }, title: string): Promise<void>
  /** The newest first. */
  versions(id: number): Promise<readonly SymbolVersion[]>
  drawing(id: number, version: number): Promise<SymbolContent>
  /** Makes an older drawing the newest, on the one that was seen. */
  restore(symbol: { id: number; version: number }, version: number): Promise<void>
}

export type Sources = {
  variables: VariableSource
  pages: PageSource
  /** Titles of the organisation's regions; absent until they have loaded. */
  regions?: readonly string[] | 'failed'
  /** Without them their numbers and keys are typed. */
  devices?: readonly Destination<number>[]
  scenes?: readonly Destination<string>[]
  /** Without it there are only those that come with the designer. */
  symbols?: SymbolSource
  /** Without it the path of a picture is typed. */
  pictures?: PictureSource
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

/** What can be bound to now. */
export const offered = (kinds: readonly BindKind[], { others = {} }: VariableSource): BindKind[] =>
  kinds.filter((kind) => kind === 'signal' || others[kind] !== undefined)

export const bindingTo = ({ signalId, equipId, title, subTitle }: Variable): Binding => ({
  ...{ type: 'signal', signalId, equipId, title, subTitle },
})
