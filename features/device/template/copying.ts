// Fills a new template with the content of a device or template: with new ids and without template origins.
import type { Thing } from '../../../contract/config-part.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { configParts, listOf, readConfig } from '../../frame/config.ts'
import { devicePages, type FollowedPage } from '../../frame/device-pages.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { save } from '../config/part-save.ts'
import { followedNow } from '../template-binding/part-numbers.ts'
import type { Follow, Secret } from '../template-binding/rules.ts'
import { asDevice, type TemplateId } from './contract.ts'

export type Source = {
  equipmentId: EquipmentId
  config: EquipmentConfig
  secrets: readonly Secret[]
  pages: readonly FollowedPage[]
}

const withoutOrigins = (config: EquipmentConfig): EquipmentConfig => {
  const lists = configParts.map((part) => [
    part.key,
    (listOf(config, part) as readonly Thing[]).map(({ origin: _, ...thing }) => thing),
  ])
  return { ...config, ...Object.fromEntries(lists) }
}

/** Fills a template that was just added. Throws what saving a configuration throws. */
export async function fillTemplate(call: ChangeCall, id: TemplateId, name: string, source: Source): Promise<void> {
  const equipmentId = asDevice(id)
  const follow: Follow = {
    template: { ...source, config: withoutOrigins(source.config) },
    device: { equipmentId, config: readConfig(null), secrets: [] },
    own: new Set(),
  }
  const { config } = await followedNow(call.sight, follow, call.now())
  await save(call, { equipmentId, version: 0 }, 'add', async () => ({
    config: withoutOrigins(config),
    hasOrigins: true,
  }))
  if (source.pages.length === 0) return
  const numbers = {
    from: { equipId: source.equipmentId, title: '' },
    to: { equipId: equipmentId, title: name },
    signals: byOrigin(config.signals, ({ title }) => title),
    reports: byOrigin(config.reports, ({ name: title }) => title),
  }
  await devicePages().follow(call, { equipmentId, template: source.pages, device: [], numbers })
  await call.sight.update('page', { originId: null }).where('page.equipmentId', '=', equipmentId).execute()
}

const byOrigin = <T extends Thing>(things: readonly T[], titleOf: (thing: T) => string) =>
  new Map(things.map((thing) => [thing.origin!, { id: thing.id, title: titleOf(thing) }]))

/** A page that was read from a template file. */
export const filePage = (
  id: number,
  equipmentId: EquipmentId,
  { title, startup, content }: Pick<FollowedPage, 'title' | 'startup' | 'content'>,
): FollowedPage => ({ id: id as PageId, equipmentId, title, startup, content, isLocked: false, originId: null })
