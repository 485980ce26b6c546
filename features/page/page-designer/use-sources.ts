// Sources for the designer's panel: variables of all devices that the author may see, with live values, and the
// device's other pages.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import { EquipmentId, type ProjectId } from '../../../contract/fields.ts'
import { type Destination, mostFound, type Sources, type Target } from '../../../designer/panel/sources.ts'
import { useMay } from '../../../ui/me.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { pathOf } from '../../../ui/routes.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { equipmentInfo, queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { pictureSource } from '../../platform/open/picture-source.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryReports } from '../../watch/history/contract.ts'
import { queryAllMvars } from '../../watch/mvar/contract.ts'
import { designerProjects } from '../open/page-designer-projects.ts'
import { queryPageRegions } from '../page/contract.ts'
import type { PageRow } from '../page-list/contract.ts'
import { queryScenes } from '../scene/contract.ts'
import { emptyCache, variableSource } from './part-sources.ts'
import { systemTargets } from './system-targets.ts'

/**
 * The lists from which an author selects. `equipIds`: the devices of the page, its own first; only these have live
 * values in the designer. `project`: set for a page of a project; a page of a device may show everything that its
 * author may see.
 */
export function useSources(
  equipIds: readonly number[],
  values: ValueSource | undefined,
  pages: readonly PageRow[] | undefined,
  project?: { id: ProjectId; devices: readonly Device[] },
  /** Name of the template, on its pages: these show only the template's own variables. */
  template?: string,
): Sources {
  const isTemplate = template !== undefined
  const titles = useMemo(() => (pages ?? []).map(({ id, title }) => ({ id, title })), [pages])
  const own = project?.devices
  const projectId = project?.id
  const itself = useMemo(
    () =>
      template === undefined
        ? undefined
        : equipIds.slice(0, 1).map((id) => ({ id: id as EquipmentId, name: template, sn: null })),
    [template, equipIds],
  )
  const devices = useDevices(itself ?? own)
  // A page of a project without bindings starts with the first device.
  const key = (equipIds.length > 0 ? equipIds : (own ?? []).slice(0, 1).map(({ id }) => id)).join()
  const maySeeMvars = useMay()('project:view')
  const ofProject = maySeeMvars ? projectId : undefined
  // Reports of all devices of the project, or of the devices on the page.
  const stored = (own ? own.map(({ id }) => id) : equipIds).join()
  const [loaded] = useState(emptyCache)
  const variables = useMemo(() => {
    const ids = (text: string) => text.split(',').filter(Boolean).map(Number)
    return {
      ...variableSource(ids(key), values, projectId, isTemplate, loaded),
      others: {
        report: (text: string) => searchHistoryReports(ids(stored), text),
        ...(projectId !== undefined && { system: async (text: string) => systemTargets(text) }),
        ...(ofProject !== undefined && {
          mvar: (text: string) => searchMvars(ofProject, text),
          customReport: (text: string) => searchReports(ofProject, text),
        }),
      },
    }
  }, [key, stored, values, projectId, ofProject, isTemplate, loaded])
  const scenes = useScenes()
  const named = useName()
  const mayEdit = useMay()('page:edit')
  const { data, isError } = useQuery({ ...queryOf(queryPageRegions, {}), enabled: mayEdit })
  const regions = data ?? (isError ? ('failed' as const) : undefined)
  return useMemo(
    () => ({
      ...{ pages: titles, variables, pictures: pictureSource, named },
      ...(regions ? { regions } : {}),
      ...(devices ? { devices } : {}),
      ...(scenes ? { scenes } : {}),
    }),
    [titles, variables, regions, devices, scenes, named],
  )
}

/** 3D scenes of the organisation; authors without the permission enter keys by hand. */
function useScenes(): Destination<string>[] | undefined {
  const may = useMay()
  const named = useName()
  const { data } = useQuery({ ...queryOf(queryScenes, {}), enabled: may('scene:view') })
  const mayEdit = may('scene:edit')
  return useMemo(
    () =>
      data?.map(({ id, key, name }) => ({
        ...{ id: key, title: named(name) },
        ...(mayEdit ? { to: pathOf('/manage/scene/config/{sceneId}', { sceneId: id }) } : {}),
      })),
    [data, named, mayEdit],
  )
}

/** Searches by name; a project has a few hundred at most. */
async function searchMvars(projectId: ProjectId, text: string): Promise<Target[]> {
  const words = text.toLowerCase().split(/\s+/)
  const found = (await call(queryAllMvars, { projectId })).filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  )
  return found.slice(0, mostFound + 1).map(({ id, title, unit, decimals }) => ({
    ...{ binding: { type: 'mvar', mvarId: id, title }, title, subTitle: unit ?? '' },
    unit: { unit, decimals },
  }))
}

/** Maximum number of devices whose reports one search reads. */
const mostDevices = 20

/** Searches history reports by their names and the names of their devices. */
async function searchHistoryReports(devices: readonly number[], text: string): Promise<Target[]> {
  const words = text.toLowerCase().split(/\s+/)
  const ofDevice = async (id: number): Promise<Target[]> => {
    const equipmentId = EquipmentId.parse(id)
    const [{ reports }, { name: subTitle }] = await Promise.all([
      call(queryReports, { equipmentId }),
      call(equipmentInfo, { id: equipmentId }),
    ])
    return reports
      .filter(({ removedAt }) => removedAt === null)
      .map(({ id: reportId, name: title }) => ({
        ...{ binding: { type: 'report', equipId: id, reportId, title, subTitle }, title, subTitle },
      }))
  }
  // Skips devices that the author may not see.
  const asked = await Promise.allSettled(devices.slice(0, mostDevices).map(ofDevice))
  return asked
    .flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    .filter(({ title, subTitle }) => words.every((word) => `${title} ${subTitle}`.toLowerCase().includes(word)))
    .slice(0, mostFound + 1)
}

/** Searches by title; a project has a hundred at most. */
async function searchReports(projectId: ProjectId, text: string): Promise<Target[]> {
  const words = text.toLowerCase().split(/\s+/)
  const found = (await designerProjects.reports(projectId)).filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  )
  return found.slice(0, mostFound + 1).map(({ id, title, fieldTitles }) => ({
    ...{ binding: { type: 'report', customReportId: id, title }, title, subTitle: joinWords(fieldTitles) },
  }))
}

type Device = { id: EquipmentId; name: string; sn: string | null }

/**
 * Loads all devices that the author may see, or those of the project; if that is not permitted, the author types
 * numbers.
 */
function useDevices(own: readonly Device[] | undefined): Destination<number>[] | undefined {
  const named = useName()
  const all = useQuery({ ...queryOf(queryEquipmentsByUser, {}), enabled: own === undefined })
  const data: readonly Device[] | undefined = own ?? all.data
  return useMemo(
    () => data?.map(({ id, name, sn }) => ({ id, title: named(name), ...(sn ? { subTitle: sn } : {}) })),
    [data, named],
  )
}
