// Rules for the bindings of pages. Pure.
import {
  type Binding,
  customReportOf,
  mapBindings,
  mvarOf,
  type PageDocument,
  type PageWidget,
  signalOf,
  unseenSignalOf,
} from '../../../contract/page-document.ts'
import { byName } from '../../../core/by-name.ts'
import type { PageOwner } from './contract.ts'

type Listed = { id: number; title: string; startup: boolean }

/** The start page first, then by title with numbers in order: P-2 before P-10. */
export const inOrder = <P extends Listed>(pages: readonly P[]): P[] =>
  [...pages].sort((a, b) => Number(b.startup) - Number(a.startup) || byName(a.title, b.title) || a.id - b.id)

/** The field with the owner of a page, in calls and in log entries. */
export const ownerFields = ({ equipmentId, projectId }: PageOwner) =>
  projectId === null ? { equipmentId } : { projectId }

export const isSameOwner = (a: PageOwner, b: PageOwner): boolean =>
  a.equipmentId === b.equipmentId && a.projectId === b.projectId

type Own = { equipmentId: number; title: string; name: string }

/**
 * Clears a binding whose variable was deleted or belongs to another device or organisation; updates names. [S4 Binding
 * reconciliation]
 */
export function reconciled(binding: Binding, own: ReadonlyMap<number, Own>): Binding {
  const { signalId, equipId, title, subTitle, ...rest } = binding
  const found = own.get(signalOf(binding) ?? 0)
  if (!found || found.equipmentId !== Number(equipId)) return rest
  return {
    ...binding,
    ...(title === undefined ? {} : { title: found.title }),
    ...(subTitle === undefined ? {} : { subTitle: found.name }),
  }
}

/**
 * Updates a binding to an intermediate variable: it gets the current title, or is cleared if the variable was deleted.
 */
export function reconciledMvar(binding: Binding, titles: ReadonlyMap<number, string>): Binding {
  const { mvarId, title, ...rest } = binding
  const now = titles.get(mvarOf(binding) ?? 0)
  if (now === undefined) return rest
  return title === undefined ? binding : { ...binding, title: now }
}

/**
 * Updates a binding to a custom report: it gets the current title, or is cleared with its alias if the report was
 * deleted.
 */
export function reconciledReport(binding: Binding, titles: ReadonlyMap<number, string>): Binding {
  const { customReportId, title, alias, ...rest } = binding
  const now = titles.get(customReportOf(binding) ?? 0)
  if (now === undefined) return rest
  return title === undefined ? binding : { ...binding, title: now }
}

/**
 * For an author who can see only some devices: a binding to a variable of another device contains its number, but no
 * names.
 */
export function veiled(binding: Binding, own: ReadonlyMap<number, Own>): Binding {
  const signalId = signalOf(binding)
  const seen = reconciled(binding, own)
  return signalId === undefined || own.has(signalId) ? seen : { ...seen, unseenSignalId: signalId }
}

/**
 * For a viewer who can see only some devices: a binding to a variable of another device is marked, without number and
 * names.
 */
export function withheld(binding: Binding, own: ReadonlyMap<number, Own>): Binding {
  const seen = reconciled(binding, own)
  const signalId = signalOf(binding)
  return signalId === undefined || own.has(signalId) ? seen : { ...seen, unseen: true }
}

/**
 * Restores the bindings that `veiled` hid from the author, in a page that the author sent. Hidden bindings that were
 * not on the page before stay empty: an author cannot bind variables that the author cannot see.
 */
export function unveiled<T>(sent: T, before: unknown): T {
  const known = new Map<number | undefined, Binding>()
  mapBindings(before, (binding) => {
    known.set(signalOf(binding), binding)
    return binding
  })
  return mapBindings(
    sent,
    ({ unseenSignalId, ...binding }) => {
      const was = known.get(unseenSignalOf({ unseenSignalId }))
      // The author replaced the hidden variable with another one.
      if (!was || 'signalId' in binding) return binding
      const { signalId, equipId, title, subTitle } = was
      return {
        ...binding,
        ...{ signalId, equipId },
        ...(title === undefined ? {} : { title }),
        ...(subTitle === undefined ? {} : { subTitle }),
      }
    },
    unseenSignalOf,
  )
}

/** Counts the bindings that are hidden from the author. */
export function countUnseen(widgets: readonly PageWidget[]): number {
  let count = 0
  const hear = (binding: Binding): Binding => {
    count += 1
    return binding
  }
  mapBindings(widgets, hear, unseenSignalOf)
  return count
}

/** The devices whose values a page shows, its own device first. */
export const equipmentsOf = (own: number | null, { bind }: Pick<PageDocument, 'bind'>): number[] => [
  ...new Set([...(own === null ? [] : [own]), ...bind.equips]),
]
