// Pure rules of pages.
import {
  type Binding,
  customReportOf,
  mapBindings,
  mvarOf,
  type PageWidget,
  signalOf,
  unseenSignalOf,
} from '../../../contract/page-document.ts'
import type { PageOwner } from './contract.ts'

const byTitle = new Intl.Collator('zh-Hans-CN', { numeric: true, sensitivity: 'base' })

type Listed = { id: number; title: string; startup: boolean }

/** The start page first, then by title as people count: P-2 before P-10. */
export const inOrder = <P extends Listed>(pages: readonly P[]): P[] =>
  [...pages].sort((a, b) => Number(b.startup) - Number(a.startup) || byTitle.compare(a.title, b.title) || a.id - b.id)

/** The field that names whose page it is: of a call, and of a line in the log. */
export const ownerFields = ({ equipmentId, projectId }: PageOwner) =>
  projectId === null ? { equipmentId } : { projectId }

export const isSameOwner = (a: PageOwner, b: PageOwner): boolean =>
  a.equipmentId === b.equipmentId && a.projectId === b.projectId

type Own = { equipmentId: number; title: string; name: string }

/**
 * A binding whose variable was deleted or is of another device or organisation is cleared; names are as they are now.
 * [S4 Binding reconciliation]
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

/** The same of an intermediate variable: of one that there is no more it is cleared. */
export function reconciledMvar(binding: Binding, titles: ReadonlyMap<number, string>): Binding {
  const { mvarId, title, ...rest } = binding
  const now = titles.get(mvarOf(binding) ?? 0)
  if (now === undefined) return rest
  return title === undefined ? binding : { ...binding, title: now }
}

/** The same of a custom report: of one that there is no more it is cleared, with the name that it had there. */
export function reconciledReport(binding: Binding, titles: ReadonlyMap<number, string>): Binding {
  const { customReportId, title, alias, ...rest } = binding
  const now = titles.get(customReportOf(binding) ?? 0)
  if (now === undefined) return rest
  return title === undefined ? binding : { ...binding, title: now }
}

/** For an author who sees a part of the devices: of a variable that he does not see he is told that it is bound. */
export function veiled(binding: Binding, own: ReadonlyMap<number, Own>): Binding {
  const signalId = signalOf(binding)
  const seen = reconciled(binding, own)
  return signalId === undefined || own.has(signalId) ? seen : { ...seen, unseenSignalId: signalId }
}

/** For a viewer who sees a part: that there is a variable which is not for him, and nothing of it. */
export function withheld(binding: Binding, own: ReadonlyMap<number, Own>): Binding {
  const seen = reconciled(binding, own)
  const signalId = signalOf(binding)
  return signalId === undefined || own.has(signalId) ? seen : { ...seen, unseen: true }
}

/**
 * What such an author sent, with the bindings of the page that he was not shown. What the page was not bound to before is
 * not bound so: nobody binds what he does not see.
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
      // Another variable was chosen in its place.
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

/** Bindings that an author is told of without their variables. */
export function countUnseen(widgets: readonly PageWidget[]): number {
  let count = 0
  const hear = (binding: Binding): Binding => {
    count += 1
    return binding
  }
  mapBindings(widgets, hear, unseenSignalOf)
  return count
}

type Seen = {
  /** What the page shows the same viewer now. */
  now: { widgets: readonly PageWidget[]; signals: readonly number[]; mvars: readonly number[] }
  /** Whether he may list its versions: what was taken off the page is for nobody else. */
  seesVersions: boolean
  /** Whether he sees how the project is made, with all that it calculates. */
  seesMvars: boolean
  /** Whether he sees a device by himself, not through the project alone. */
  isOwn: (equipmentId: number) => boolean
}

/** What of the widgets of an older version a viewer is shown. Decision 30. */
export function ofThePast(widgets: readonly PageWidget[], seen: Seen): PageWidget[] {
  const { now, seesVersions, seesMvars, isOwn } = seen
  const present = new Map(everyWidget(now.widgets).map((widget) => [widget.id, widget]))
  const [signals, mvars] = [new Set(now.signals), new Set(now.mvars)]
  const kept = seesVersions ? [...widgets] : onlyThose(widgets, present)
  const bound = mapBindings(kept, (binding) => {
    if (isOwn(Number(binding.equipId)) || signals.has(signalOf(binding) ?? 0)) return binding
    const { signalId, equipId, title, subTitle, ...rest } = binding
    return rest
  })
  if (seesMvars) return bound
  return mapBindings(
    bound,
    (binding) => {
      const { mvarId, title, ...rest } = binding
      return mvars.has(mvarOf(binding) ?? 0) ? binding : rest
    },
    mvarOf,
  )
}

const everyWidget = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...everyWidget(widget.children ?? [])])

/** Groups keep those of their children. Which reports and devices a table names is said by the page as it is. */
const onlyThose = (widgets: readonly PageWidget[], present: ReadonlyMap<string, PageWidget>): PageWidget[] =>
  widgets.flatMap((widget) => {
    const { id, data, children } = widget
    const now = present.get(id)
    if (!now) return []
    const isTable = [data?.reportId, data?.customReportId, data?.equips].some((each) => each !== undefined)
    return {
      ...widget,
      ...(isTable && { data: now.data ?? {} }),
      ...(children && { children: onlyThose(children, present) }),
    }
  })

const maxNested = 3

/** Why a page cannot stand within others, from the one on the screen inwards; nothing if it can. */
export function cannotHold(chain: readonly number[], pageId: number): 'holdsItself' | 'tooDeep' | undefined {
  if (chain.includes(pageId)) return 'holdsItself'
  return chain.length >= maxNested ? 'tooDeep' : undefined
}
