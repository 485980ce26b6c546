// Which variables a page shows to who watches it, for the calls that answer their values.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { customReportsIn, type PageBinds, type PageWidget } from '../../../contract/page-document.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Sight } from '../../../db/sight.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { type ShownMvar, shownMvars } from '../../watch/open/mvar-inputs.ts'
import { devicesIn, reportsIn, widgetsOf } from '../page/beyond.ts'
import type { Page } from '../page/contract.ts'
import { reconciled } from '../page/rules.ts'
import { forAsker } from '../page/saving.ts'
import { loadPage } from '../page/store.ts'
import { writesIn } from '../page/written.ts'

/** Devices whose alarms tables of a page show; `all`: one of them names none. */
export type AlarmDevices = readonly number[] | 'all'

/** What maps of a page show together. `all`: one of them names no device. */
export type ShownMap = { devices: readonly number[] | 'all'; withSignal: boolean }

type BoundReport = { equipmentId: number; reportId: number }
type Shown = Pick<PageBinds, 'equips' | 'signals'> & {
  projectId: ProjectId | null
  equipmentId: EquipmentId | null
  alarmDevices: AlarmDevices
  map: ShownMap | undefined
  mvars: ShownMvar[]
  reports: BoundReport[]
  /** Variables that its widgets write. */
  writes: number[]
  /** Custom reports of the project. */
  customReports: number[]
}

/**
 * What a stored page is bound to, as far as the caller sees it: variables of devices within his sight, in widgets of his
 * regions; nothing of a page whose password he has not entered. Throws notFound.
 */
export async function bindsShown(call: Pick<OpenCall, 'sight' | 'asker' | 'now'>, id: PageId): Promise<Shown> {
  const page = await forAsker(await loadPage(call.sight, id), call, reconciled)
  if (!page) throw fail('notFound')
  const { bind, widgets } = page.content
  const mvars = await mvarsOn(page, call.sight)
  const inputs = mvars.flatMap((mvar) => mvar.inputs.map(({ equipmentId }) => equipmentId))
  const equips = [...new Set([...bind.equips, ...inputs])]
  const { projectId, equipmentId } = page
  const alarmDevices = devicesIn('Alarm', widgets)
  const map = mapOf(widgets)
  await nextTurn()
  const reports = { reports: reportsIn(widgets), customReports: customReportsIn(widgets) }
  await nextTurn()
  const writes = writesIn(widgets)
  return { projectId, equipmentId, equips, signals: bind.signals, alarmDevices, map, mvars, ...reports, writes }
}

/** A page with the widgets that its watcher sees, as they are stored. Throws notFound, pagePassword. */
export async function pageShown(call: Pick<OpenCall, 'sight' | 'asker' | 'now'>, id: PageId): Promise<Page> {
  const page = await forAsker(await loadPage(call.sight, id), call, reconciled)
  if (!page) throw fail('notFound')
  if (page.needsPassword) throw fail('pagePassword')
  return page
}

/** The intermediate variables that a page shows: of its project. */
export const mvarsOn = async (
  { projectId, content }: Pick<Page, 'projectId' | 'content'>,
  sight: Sight,
): Promise<ShownMvar[]> => (projectId === null ? [] : shownMvars(sight, projectId, content.bind.mvars))

function mapOf(widgets: readonly PageWidget[]): ShownMap | undefined {
  const maps = widgetsOf('Map', widgets)
  if (maps.length === 0) return undefined
  return {
    devices: devicesIn('Map', widgets),
    // It is shown unless the author says otherwise.
    withSignal: maps.some(({ data }) => data?.signalEnable !== false),
  }
}
