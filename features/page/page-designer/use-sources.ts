// Sources for the designer's panel: variables of all devices that the author may see, with live values, and the
// device's other pages.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import { EquipmentId, type ProjectId } from '../../../contract/fields.ts'
import {
  type Destination,
  mostFound,
  type Sources,
  type Target,
  type VariableSource,
  type Watched,
} from '../../../designer/panel/sources.ts'
import type { Variable } from '../../../designer/panel/variable.ts'
import { everySecond } from '../../../signal/web/use-binding.ts'
import { useMay } from '../../../ui/me.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { pathOf } from '../../../ui/routes.ts'
import { valueWords, type Written } from '../../../ui/value-words.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { equipmentInfo, queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { type FoundSignal, queryLiveSignals, searchSignals } from '../../device/live/contract.ts'
import { pictureSource } from '../../platform/open/picture-source.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryReports } from '../../watch/history/contract.ts'
import { queryAllMvars } from '../../watch/mvar/contract.ts'
import { designerProjects } from '../open/page-designer-projects.ts'
import { queryPageRegions } from '../page/contract.ts'
import type { PageRow } from '../page-list/contract.ts'
import { queryScenes } from '../scene/contract.ts'
import { systemTargets } from './system-targets.ts'

type Known = { variable: Variable; written: Written }

const found = (signal: FoundSignal): Known => {
  const { id, equipmentId, equipmentName, title, address, unit, decimals, dataType } = signal
  const names = { title, name: '', subTitle: equipmentName, address }
  return { variable: { signalId: id, equipId: equipmentId, ...names, unit, decimals, dataType }, written: signal }
}

async function variablesOf(id: number): Promise<Known[]> {
  const equipmentId = EquipmentId.parse(id)
  const [signals, { name: subTitle }] = await Promise.all([
    call(queryLiveSignals, { equipmentId }),
    call(equipmentInfo, { id: equipmentId }),
  ])
  return signals.map((signal) => {
    const { id: signalId, title, name, address, unit, decimals, dataType, access } = signal
    const { min, max, normalLow, normalHigh, texts } = signal
    const named = { title, name, subTitle, address }
    const range = { access, min, max, normalLow, normalHigh, texts }
    return { variable: { signalId, equipId: id, ...named, unit, decimals, dataType, ...range }, written: signal }
  })
}

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

/** Variables that have loaded, and the requests for those of a device. */
type Cache = { known: Map<number, Known>; asked: Map<number, Promise<readonly Known[]>> }
const emptyCache = (): Cache => ({ known: new Map(), asked: new Map() })

/**
 * Variables for a page over these devices; for a project, the search covers only its devices. `loaded` outlives a
 * change of the devices or of the values.
 */
export function variableSource(
  equipIds: readonly number[],
  values: ValueSource | undefined,
  projectId?: ProjectId,
  isTemplate = false,
  { known, asked } = emptyCache(),
): VariableSource {
  const remember = (all: readonly Known[]): readonly Known[] => {
    for (const each of all) known.set(each.variable.signalId, each)
    return all
  }
  const ofDevice = (id: number): Promise<readonly Known[]> => {
    const loading = asked.get(id) ?? variablesOf(id).then(remember)
    asked.set(id, loading)
    // A failed request is repeated next time.
    loading.catch(() => asked.delete(id))
    return loading
  }
  // A project without devices has no variables.
  const ofSome = (id: number | undefined) => (id === undefined ? Promise.resolve([]) : ofDevice(id))
  return {
    async search(text, { equipId } = {}) {
      const words = text.trim()
      const typed = words.toLowerCase().split(/\s+/)
      const isMeant = ({ variable: { title, name, address } }: Known) =>
        typed.every((word) => `${title} ${name} ${address}`.toLowerCase().includes(word))
      // Until the author types a text, the variables of the page's own device are listed.
      const all = isTemplate
        ? (await ofSome(equipIds[0])).filter(isMeant)
        : words === ''
          ? await ofSome(equipId ?? equipIds[0])
          : remember(
              (await call(searchSignals, { keyword: words.slice(0, 50), pageSize: mostFound, projectId })).rows.map(
                found,
              ),
            )
      const inDevice = equipId === undefined ? all : all.filter(({ variable }) => variable.equipId === equipId)
      return inDevice.slice(0, mostFound + 1).map(({ variable }) => variable)
    },
    async find(ids) {
      await Promise.allSettled(equipIds.map(ofDevice))
      return ids.flatMap((id) => known.get(id)?.variable ?? [])
    },
    async ofDevice(equipId = equipIds[0]) {
      return (await ofSome(equipId)).map(({ variable }) => variable)
    },
    value(signalId): Watched | null {
      const bound: Bound = { kind: 'signal', binding: { type: 'signal', signalId }, fields: {} }
      const cell = values?.cell(bound)
      if (!values || !cell) return null
      const get = () => {
        const { variable, written = {} } = known.get(signalId) ?? {}
        const reading = cell.read()
        const equipId = variable?.equipId
        const quality = values.freshness({ ...bound, binding: { ...bound.binding, equipId } }, reading)
        const unit = reading.value !== null && variable?.unit ? ` ${variable.unit}` : ''
        return { text: valueWords(reading.value, written) + unit, quality }
      }
      // Checked every second: a value becomes stale without a new reading.
      const watch = (listener: () => void) => {
        const ends = [cell.watch(listener), everySecond(listener)]
        return () => {
          for (const end of ends) end()
        }
      }
      return { get, watch }
    },
  }
}
