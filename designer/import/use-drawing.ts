// Reads the file of a drawing: its widgets, bound by name, and the unreadable parts. The parser loads with the first
// file.
import { useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import type { Sources } from '../panel/sources.ts'
import type { Variable } from '../panel/variable.ts'
import type { Opened } from './drawing.ts'
import type { Laid } from './place.ts'
import type { Lost } from './report.ts'
import type { FileText } from './text-of.ts'

export type Read = Laid & {
  name: string
  /** The views of a project, and the index of the shown one. */
  views: readonly string[]
  view: number
  widgets: PageWidget[]
  bound: number
  unbound: number
  /** Whether the device's variables could not be loaded. */
  isAlone: boolean
  lost: readonly Lost[]
}

type FaultKind = Extract<Opened, { fault: string }>['fault'] | 'notRead' | 'malformed' | 'encoding'
export type Fault = { name: string; fault: FaultKind; line: number; reason: string }

type Drawing =
  | { state: 'none' }
  | { state: 'reading'; name: string }
  | ({ state: 'fault' } & Fault)
  | ({ state: 'read' } & Read)

type File = { name: string; size: number; arrayBuffer: () => Promise<ArrayBuffer> }
type Of = { sources: Sources; room: number }

const fault = (name: string, kind: FaultKind, { line = 0, reason = '' } = {}): Drawing => ({
  ...{ state: 'fault', name, fault: kind, line, reason },
})

/** A file with its parsed content, while the user chooses among its views. */
type Kept = { name: string; text: FileText; opened: Exclude<Opened, { fault: string }> }

async function openedFrom(file: File): Promise<Drawing | Kept> {
  const { name, size } = file
  if (size > limits.fileBodyBytes) return fault(name, 'tooLarge')
  try {
    const [{ opened }, { fileTextOf }] = await Promise.all([import('./drawing.ts'), import('./text-of.ts')])
    const text = fileTextOf(new Uint8Array(await file.arrayBuffer()))
    if ('unknownEncoding' in text) return fault(name, 'encoding', { reason: text.unknownEncoding })
    const found = opened(text.text)
    return 'fault' in found ? fault(name, found.fault) : { name, text, opened: found }
  } catch (error) {
    return fault(name, 'notRead', { reason: error instanceof Error ? error.message : '' })
  }
}

const variablesOf = async ({ variables }: Sources): Promise<readonly Variable[] | undefined> => {
  try {
    return await variables.ofDevice()
  } catch {
    return undefined
  }
}

async function readOf({ name, text, opened }: Kept, view: number, { sources, room }: Of): Promise<Drawing> {
  const [{ readDrawing }, { boundTo }, { noteEncoding }] = await Promise.all([
    import('./drawing.ts'),
    import('./wanted.ts'),
    import('./text-of.ts'),
  ])
  const drawn = readDrawing(opened, room, view)
  if ('reason' in drawn) return fault(name, 'malformed', drawn)
  noteEncoding(text, drawn.report)
  const variables = opened.kind === 'fuxa' ? await variablesOf(sources) : []
  const known = { variables: variables ?? [], pages: sources.pages }
  const { widgets, bound, unbound } = boundTo(drawn.widgets, known, drawn.report)
  const { width, height, ground, report } = drawn
  const views = opened.kind === 'fuxa' ? opened.file.views.map((each) => each.name) : []
  const counts = { bound, unbound, isAlone: variables === undefined }
  return { state: 'read', name, views, view, width, height, ground, widgets, ...counts, lost: report.list() }
}

export function useDrawing(of: Of) {
  const [drawing, setDrawing] = useState<Drawing>({ state: 'none' })
  const kept = useRef<Kept>(undefined)
  // A slow earlier file or view must not replace a later one.
  const turn = useRef(0)
  const follow = async (work: () => Promise<Drawing>) => {
    turn.current += 1
    const own = turn.current
    const next = await work()
    if (own === turn.current) setDrawing(next)
  }
  const show = (file: Kept, view: number) => follow(() => readOf(file, view, of))
  const take = (file: File) => {
    setDrawing({ state: 'reading', name: file.name })
    return follow(async () => {
      const found = await openedFrom(file)
      if ('state' in found) return found
      kept.current = found
      return readOf(found, 0, of)
    })
  }
  return {
    drawing,
    take: (file: File) => void take(file),
    showView: (view: number) => {
      if (kept.current) void show(kept.current, view)
    },
  }
}
