// Click actions of nodes in a scene. Pure.
import { type Click, clickOf } from '../host/click-event.ts'
import type { SceneShown } from '../services.ts'

/** The actions that a node may have. */
export const leading: readonly Click['action'][] = ['page', 'link']

/**
 * The clicks on nodes of a scene. They only open pages and links: a scene never writes or runs a script, because it may
 * be shown on any page, to any of its viewers.
 */
export function clicksOf(shown: Pick<SceneShown, 'nodes'> | undefined): ReadonlyMap<string, Click> {
  const found = (shown?.nodes ?? []).flatMap(({ name, clickEvent }) => {
    const click = clickOf(clickEvent)
    return click && leading.includes(click.action) ? [[name, click] as const] : []
  })
  return new Map(found)
}
