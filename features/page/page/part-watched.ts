// A page for its viewers: with the variables of its parameters, and the devices whose values it needs.
import { fail } from '../../../contract/errors.ts'
import type { PageId } from '../../../contract/fields.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import type { Sight } from '../../../db/sight.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { mvarsOn } from '../open/page-opened.ts'
import type { Page } from './contract.ts'
import { bound, namesIn, type PageParams } from './part-params.ts'
import { forAsker, withWidgets } from './part-shown.ts'
import { reconciled } from './rules.ts'
import { loadPage, signalsByName, visibleAmong } from './store.ts'

/** Resolves bindings by name with the parameters, limited to variables in `sight`. */
export async function withParams(sight: Sight, document: PageDocument, params: PageParams): Promise<PageDocument> {
  const names = namesIn(document.widgets, params)
  if (names.length === 0) return document
  const found = await signalsByName(sight, names)
  return withWidgets(
    document,
    bound(document.widgets, params, ({ equipId, name }) => found.get(`${equipId}.${name}`)),
  )
}

/** A version of a page for a viewer, by default the newest. Throws notFound. */
export async function watchedVersion(
  of: { id: PageId; params: PageParams; version?: number },
  call: OpenCall,
): Promise<Page> {
  const stored = await loadPage(call.sight, of.id, of.version)
  // The viewer chooses the parameters, so names are resolved only among the viewer's own devices.
  const content = stored && (await withParams(call.ownSight, stored.content, of.params))
  const page = await forAsker(stored && { ...stored, content: content! }, call, reconciled)
  if (!page) throw fail('notFound')
  return page
}

/** Adds the devices whose values the page needs, and its intermediate variables. */
export async function withDevices(page: Page, call: OpenCall): Promise<Page> {
  const { bind } = page.content
  const mvars = (await mvarsOn(page, call.sight)).map(({ inputs, expression: _, ...mvar }) => ({
    ...mvar,
    equips: [...new Set(inputs.map(({ equipmentId }) => equipmentId))],
  }))
  // A calculated value needs the readings of its input devices.
  const needed = [...new Set([...bind.equips, ...mvars.flatMap((mvar) => mvar.equips)])]
  const equips = await visibleAmong(call.sight, needed)
  const { devices } = call.asker
  const unseenEquips = equips.filter((id) => devices !== 'all' && !devices.some((own) => own === id))
  return { ...page, content: { ...page.content, bind: { ...bind, equips } }, unseenEquips, mvars }
}
