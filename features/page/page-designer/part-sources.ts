// Variables of all devices that the author may see, for this designer and others.
import { call } from '../../../contract/call.ts'
import { EquipmentId, type ProjectId } from '../../../contract/fields.ts'
import { mostFound, type VariableSource, type Watched } from '../../../designer/panel/sources.ts'
import type { Variable } from '../../../designer/panel/variable.ts'
import { everySecond } from '../../../signal/web/use-binding.ts'
import { valueWords, type Written } from '../../../ui/value-words.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { type FoundSignal, queryLiveSignals, searchSignals } from '../../device/live/contract.ts'

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

/** Variables that have loaded, and the requests for those of a device. */
type Cache = { known: Map<number, Known>; asked: Map<number, Promise<readonly Known[]>> }
export const emptyCache = (): Cache => ({ known: new Map(), asked: new Map() })

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
    value: (signalId) => (values ? watchedValue(values, signalId, known) : null),
  }
}

/** The live value of a variable as a text; null: there is none. */
function watchedValue(values: ValueSource, signalId: number, known: Cache['known']): Watched | null {
  const bound: Bound = { kind: 'signal', binding: { type: 'signal', signalId }, fields: {} }
  const cell = values.cell(bound)
  if (!cell) return null
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
}
