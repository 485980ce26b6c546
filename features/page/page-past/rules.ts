// The part of an older version of a page that a viewer may see now. Pure. Decision 30.
import { type Binding, mapBindings, mvarOf, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import type { SceneBinds } from '../../../contract/scene-document.ts'

type Seen = {
  /** The current page as the same viewer sees it. */
  now: { widgets: readonly PageWidget[]; signals: readonly number[]; mvars: readonly number[] }
  /** The viewer may list versions; others do not see what was removed from the page. */
  seesVersions: boolean
  /** The viewer may see the definitions of the project, with all calculated values. */
  seesMvars: boolean
  /** True if the viewer can see the device by other means than the project. */
  isOwn: (equipmentId: number) => boolean
}

/** The part of an older version's widgets that a viewer may see. Decision 30. */
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

/**
 * Keeps widgets that are still on the page, also within groups. Tables get the reports and devices of the current page.
 */
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

type SeenOfScenes = {
  /** Current bindings of the scenes. */
  now: readonly SceneBinds[]
  /** The viewer may list versions; others do not see what was removed from a scene. */
  seesVersions: boolean
  isShown: (binding: Binding) => boolean
}

/** The part of past bindings that the viewer may see. Decision 30. */
export function scenesOfThePast(
  scenes: readonly SceneBinds[],
  { now, seesVersions, isShown }: SeenOfScenes,
): SceneBinds[] {
  const bound = new Map(now.map(({ key: sceneKey, bindings }) => [sceneKey, new Set(bindings.map(({ node }) => node))]))
  return scenes.map(({ key: sceneKey, bindings }) => ({
    key: sceneKey,
    bindings: bindings
      .filter(({ node }) => seesVersions || bound.get(sceneKey)?.has(node))
      .map((binding) => {
        if (isShown(binding)) return binding
        const { signalId, equipId, title, subTitle, ...rest } = binding
        return rest
      }),
  }))
}
