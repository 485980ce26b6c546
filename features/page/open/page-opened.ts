// The variables that a page shows to a viewer, for the calls that return their values.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { customReportsIn, type PageBinds, type PageWidget } from '../../../contract/page-document.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Sight } from '../../../db/sight.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { type ShownMvar, shownMvars } from '../../watch/open/mvar-inputs.ts'
import { devicesIn, reportsIn, widgetsOf } from '../page/beyond.ts'
import type { Page } from '../page/contract.ts'
import { forAsker } from '../page/part-shown.ts'
import { reconciled } from '../page/rules.ts'
import { loadPage } from '../page/store.ts'
import { writesIn } from '../page/written.ts'

/** Devices in the page's alarm tables; `all` if a table names no device. */
type AlarmDevices = readonly number[] | 'all'

/** The union over the page's maps. `all`: a map names no device. */
type ShownMap = { devices: readonly number[] | 'all'; withSignal: boolean }

type BoundReport = { equipmentId: number; reportId: number }
type Shown = Pick<PageBinds, 'equips' | 'signals'> & {
  projectId: ProjectId | null
  equipmentId: EquipmentId | null
  alarmDevices: AlarmDevices
  map: ShownMap | undefined
  mvars: ShownMvar[]
  reports: BoundReport[]
  /** Variables that the page's widgets write. */
  writes: number[]
  /** Custom reports of the project. */
  customReports: number[]
}

/**
 * The bindings of a stored page that the caller may see: variables of visible devices in widgets of the caller's
 * regions; none on a page whose password the caller has not entered. Throws notFound.
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

/** A page with the widgets that the caller may see, as stored. Throws notFound, pagePassword. */
export async function pageShown(call: Pick<OpenCall, 'sight' | 'asker' | 'now'>, id: PageId): Promise<Page> {
  const page = await forAsker(await loadPage(call.sight, id), call, reconciled)
  if (!page) throw fail('notFound')
  if (page.needsPassword) throw fail('pagePassword')
  return page
}

/** The intermediate variables on a project's page. */
export const mvarsOn = async (
  { projectId, content }: Pick<Page, 'projectId' | 'content'>,
  sight: Sight,
): Promise<ShownMvar[]> => (projectId === null ? [] : shownMvars(sight, projectId, content.bind.mvars))

function mapOf(widgets: readonly PageWidget[]): ShownMap | undefined {
  const maps = widgetsOf('Map', widgets)
  if (maps.length === 0) return undefined
  return {
    devices: devicesIn('Map', widgets),
    // The page's maps show variables unless the author has disabled that on all of them.
    withSignal: maps.some(({ data }) => data?.signalEnable !== false),
  }
}
