// Hashes of the compared configuration of devices and templates; hashes of templates are cached.
import { configHashInTurns } from '../../../contract/config-hash.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { devicePages, type PageNumbers } from '../../frame/device-pages.ts'
import { asDevice, type TemplateId } from '../template/contract.ts'
import { type Own, ownList, projectionOf } from './rules.ts'
import { loadWholes, stampsOf, type Whole } from './sides-store.ts'

export { loadWhole, loadWholes, type Whole } from './sides-store.ts'

/** Maps ids of variables, reports and pages of a side to those in the template. */
function backNumbers({ equipmentId, config, pages, isTemplate }: Whole, templateId: number): PageNumbers {
  const back = (things: readonly { id: number; origin?: number | undefined }[]) =>
    new Map(
      things.flatMap(({ id, origin }) => {
        const there = isTemplate ? id : origin
        return there === undefined ? [] : [[id, { id: there, title: '' }]]
      }),
    )
  return {
    from: { equipId: equipmentId, title: '' },
    to: { equipId: templateId, title: '' },
    signals: back(config.signals),
    reports: back(config.reports),
    pages: new Map(pages.flatMap(({ id, originId }) => (isTemplate ? [[id, id]] : originId ? [[id, originId]] : []))),
  }
}

/** Pages without a template origin belong to the device and are not compared. */
export async function hashOf(side: Whole, templateId: number, own: Own): Promise<string> {
  const pages = side.pages.filter(({ originId }) => side.isTemplate || originId !== null)
  return configHashInTurns({
    config: projectionOf(side, { equipmentId: templateId }, own),
    pages: await devicePages().projection(pages, backNumbers(side, templateId)),
  })
}

/** A stamp that changes whenever the template or one of its pages is saved. */
export const stampOf = async (sight: Sight, templateId: TemplateId): Promise<string> =>
  (await stampsOf(sight, [asDevice(templateId)])).get(templateId) ?? ''

type Compared = { templateId: EquipmentId; own: Own }

/** Cached hashes of templates by key; the least recently used are dropped first. */
const kept = new Map<string, string>()
const maxKept = 2000

const keyOf = ({ templateId, own }: Compared, stamp: string) => `${templateId} ${stamp} ${ownList(own).join(',')}`

/** The hash of each template for devices with these own fields, in the order of the request. */
export async function templateHashes(sight: Sight, asked: readonly Compared[]): Promise<string[]> {
  const ids = [...new Set(asked.map(({ templateId }) => templateId))]
  if (ids.length === 0) return []
  const stamps = await stampsOf(sight, ids)
  const keys = asked.map((each) => keyOf(each, stamps.get(each.templateId) ?? ''))
  const missing = new Set(asked.flatMap(({ templateId }, at) => (kept.has(keys[at]!) ? [] : [templateId])))
  const wholes = await loadWholes(sight, [...missing])
  const hashes: string[] = []
  for (const [at, { templateId, own }] of asked.entries()) {
    const key = keys[at]!
    const whole = wholes.get(templateId)
    const hash = kept.get(key) ?? (whole ? await hashOf(whole, templateId, own) : '')
    kept.delete(key)
    kept.set(key, hash)
    const oldest = kept.keys().next()
    if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value)
    hashes.push(hash)
  }
  return hashes
}
