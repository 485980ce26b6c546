// Where nodes of a scene lead. Pure.
import { type Click, clickOf } from '../host/click-event.ts'
import type { SceneShown } from '../services.ts'

/** The actions of clicks that a node may have. */
export const leading: readonly Click['action'][] = ['page', 'link']

/** To pages and links. A scene writes nothing and runs nothing: whoever sees it on whatever page would. */
export function clicksOf(shown: Pick<SceneShown, 'nodes'> | undefined): ReadonlyMap<string, Click> {
  const found = (shown?.nodes ?? []).flatMap(({ name, clickEvent }) => {
    const click = clickOf(clickEvent)
    return click && leading.includes(click.action) ? [[name, click] as const] : []
  })
  return new Map(found)
}
